/**
 * Reads texts out of larger byte arrays, many from each. A leading byte order mark stays, which TextDecoder drops; bytes
 * that are no UTF-8 become U+FFFD. One Buffer over the whole array serves all its texts: a view of each costs more than
 * the text.
 */
export function textReader(): (bytes: Uint8Array | undefined) => string | undefined {
  let whole: Buffer = Buffer.alloc(0);
  return (bytes) => {
    if (bytes === undefined) return undefined;
    if (whole.buffer !== bytes.buffer) whole = Buffer.from(bytes.buffer);
    return whole.toString('utf8', bytes.byteOffset, bytes.byteOffset + bytes.length);
  };
}
