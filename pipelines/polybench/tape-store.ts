import { StorageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { sha256, startSha256 } from '../../common/hash.js';
import { decodeBatch, encodeBatch, joinBatches, type TapeBatch } from './tape-batch.js';

/** Trades after which a part is written: 16 MB, whatever the tape's length. */
const ROWS_PER_PART = 1_000_000;
/** Raised when the columns or their meaning change; older files are then written anew. */
const FORMAT = '1';

/** A tape in the normalized store. */
export interface StoredTape {
  /** Hash over the trades in tape order: equal for equal tapes, however they were paged. */
  sha256: string;
  rows: number;
  /** Part after part; one is in memory at a time. */
  batches(): AsyncGenerator<TapeBatch>;
}

/**
 * Writes a tape to Arrow IPC files while it is read. The last part comes last and names the walk and the number of
 * parts: a tape is there as a whole or not at all.
 */
export class TapeWriter {
  readonly #files: Files;
  readonly #stem: string;
  readonly #key: string;
  readonly #hash = new ColumnHash();
  #pending: TapeBatch[] = [];
  #pendingRows = 0;
  #parts = 0;
  #rows = 0;

  /** @param key names the walk and the tokens that the tape was read with */
  constructor(files: Files, dir: string, conditionId: string, key: string) {
    this.#files = files;
    this.#stem = stemOf(dir, conditionId);
    this.#key = key;
  }

  /** Adds trades; writes a part where enough have come together. */
  async add(batch: TapeBatch): Promise<void> {
    this.#hash.update(batch);
    this.#pending.push(batch);
    this.#pendingRows += batch.seconds.length;
    this.#rows += batch.seconds.length;
    if (this.#pendingRows < ROWS_PER_PART) return;
    await this.#files.writeAtomic(partPath(this.#stem, this.#parts), this.#take(new Map()));
    this.#parts += 1;
  }

  #take(metadata: ReadonlyMap<string, string>): Uint8Array {
    const bytes = encodeBatch(joinBatches(this.#pending), metadata);
    this.#pending = [];
    this.#pendingRows = 0;
    return bytes;
  }

  /** Makes the tape readable; returns its hash and the number of trades. */
  async close(): Promise<{ sha256: string; rows: number }> {
    const digest = this.#hash.digest();
    const metadata = new Map([
      ['format', FORMAT],
      ['key', this.#key],
      ['sha256', digest],
      ['rows', String(this.#rows)],
      ['parts', String(this.#parts)],
    ]);
    await this.#files.writeAtomic(`${this.#stem}.arrow`, this.#take(metadata));
    return { sha256: digest, rows: this.#rows };
  }
}

/** Hashes the columns one by one, so that the result does not depend on how the tape is cut. */
class ColumnHash {
  readonly #columns = [startSha256(), startSha256(), startSha256()] as const;

  update(batch: TapeBatch): void {
    this.#columns[0].update(bytesOf(batch.seconds));
    this.#columns[1].update(bytesOf(batch.yesMicros));
    this.#columns[2].update(bytesOf(batch.cashMicros));
  }

  digest(): string {
    return sha256(this.#columns.map((column) => column.digest()).join(':'));
  }
}

function bytesOf(column: Int32Array | BigInt64Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

/** The stored tape of a market; undefined where there is none that was read from that walk with those tokens. */
export async function storedTape(
  files: Files,
  dir: string,
  conditionId: string,
  key: string,
): Promise<StoredTape | undefined> {
  const stem = stemOf(dir, conditionId);
  const last = await readLast(files, `${stem}.arrow`);
  if (last === undefined) return undefined;
  const digest = last.metadata.get('sha256');
  if (last.metadata.get('format') !== FORMAT || last.metadata.get('key') !== key || digest === undefined)
    return undefined;
  const parts = Number(last.metadata.get('parts'));
  return {
    sha256: digest,
    rows: Number(last.metadata.get('rows')),
    batches: async function* () {
      for (let part = 0; part < parts; part += 1)
        yield decodeBatch(await files.read(partPath(stem, part))).batch;
      yield last.batch;
    },
  };
}

/** Undefined where there is no file, or a damaged one: the tape is then read from the raw store again. */
async function readLast(files: Files, path: string): Promise<ReturnType<typeof decodeBatch> | undefined> {
  try {
    return decodeBatch(await files.read(path));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return undefined;
  }
}

/** The directory that a TapeWriter writes to; it has to exist. */
export function tapesDir(dir: string): string {
  return `${dir}/tapes`;
}

function stemOf(dir: string, conditionId: string): string {
  return `${tapesDir(dir)}/${conditionId}`;
}

function partPath(stem: string, part: number): string {
  return `${stem}.${part}.arrow`;
}
