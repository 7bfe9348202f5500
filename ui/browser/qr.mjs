/*
 * QR codes, for share dialogs and invitations.
 *
 * `make vendor` bundles this with its library into static/vendor/show/; it is loaded when a QR code
 * is asked for (ui/browser/sharing.py). Far play has it in its own bundle.
 */
import { encode } from "uqr";

/** Return the QR code as rows of 0 and 1; empty if the text is too long. */
export function qr(text) {
  try {
    return encode(text, { ecc: "L", border: 2 }).data.map((row) => row.map(Number).join("")).join("\n");
  } catch {
    return "";
  }
}
