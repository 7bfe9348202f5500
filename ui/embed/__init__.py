"""A board alone, for a frame on another page: `#view=`."""
