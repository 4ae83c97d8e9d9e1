import { makeVector, type RecordBatch, Schema, Table, tableFromIPC, tableToIPC } from 'apache-arrow';

/** A column-wise stretch of a tape; the three columns have the same length. */
export interface TapeBatch {
  /** Unix seconds. */
  seconds: Int32Array;
  /** YES price in millionths. */
  yesMicros: Int32Array;
  /** Cash in millionths of USD. */
  cashMicros: BigInt64Array;
}

/** Room for a number of trades, all zero. */
export function emptyBatch(rows: number): TapeBatch {
  return {
    seconds: new Int32Array(rows),
    yesMicros: new Int32Array(rows),
    cashMicros: new BigInt64Array(rows),
  };
}

/** Batches one after the other. */
export function joinBatches(batches: readonly TapeBatch[]): TapeBatch {
  const joined = emptyBatch(batches.reduce((rows, batch) => rows + batch.seconds.length, 0));
  let at = 0;
  for (const batch of batches) {
    joined.seconds.set(batch.seconds, at);
    joined.yesMicros.set(batch.yesMicros, at);
    joined.cashMicros.set(batch.cashMicros, at);
    at += batch.seconds.length;
  }
  return joined;
}

/** A batch as an Arrow IPC file with the columns seconds, yes_micros (int32) and cash_micros (int64). */
export function encodeBatch(batch: TapeBatch, metadata: ReadonlyMap<string, string>): Uint8Array {
  const plain = new Table({
    seconds: makeVector(batch.seconds),
    yes_micros: makeVector(batch.yesMicros),
    cash_micros: makeVector(batch.cashMicros),
  });
  const named = new Table(new Schema(plain.schema.fields, new Map(metadata)), plain.batches);
  return tableToIPC(named, 'file');
}

/** What encodeBatch wrote. RangeError where a column is missing or has another type. */
export function decodeBatch(bytes: Uint8Array): { batch: TapeBatch; metadata: ReadonlyMap<string, string> } {
  const stored = tableFromIPC(bytes);
  const batches = stored.batches.map((part) => ({
    seconds: int32(part, 'seconds'),
    yesMicros: int32(part, 'yes_micros'),
    cashMicros: int64(part, 'cash_micros'),
  }));
  const [only] = batches;
  return {
    batch: only !== undefined && batches.length === 1 ? only : joinBatches(batches),
    metadata: stored.schema.metadata,
  };
}

/** The buffers are padded to whole words, so they are cut to the number of rows. */
function int32(part: RecordBatch, name: string): Int32Array {
  const values: unknown = part.getChild(name)?.data[0]?.values;
  if (values instanceof Int32Array) return values.subarray(0, part.numRows);
  throw new RangeError(`a stored tape has no column ${name} of 32-bit integers`);
}

function int64(part: RecordBatch, name: string): BigInt64Array {
  const values: unknown = part.getChild(name)?.data[0]?.values;
  if (values instanceof BigInt64Array) return values.subarray(0, part.numRows);
  throw new RangeError(`a stored tape has no column ${name} of 64-bit integers`);
}
