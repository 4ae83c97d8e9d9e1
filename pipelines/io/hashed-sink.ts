import type { FileSink, Files } from '../../common/files.js';
import { startSha256 } from '../../common/hash.js';

const CHUNK_BYTES = 256 * 1024;

/** What a UTF-16 code unit takes in UTF-8 at most. */
const BYTES_A_UNIT = 3;

/** A file that is being written, hashed on the way; small writes are joined. Await each write before the next one. */
export class HashedSink {
  private readonly hash = startSha256();
  private readonly chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  private used = 0;

  private constructor(
    readonly path: string,
    private readonly sink: FileSink,
  ) {}

  /** Creates the file, or truncates it. */
  static async create(files: Files, path: string): Promise<HashedSink> {
    return new HashedSink(path, await files.create(path));
  }

  async write(data: string | Uint8Array): Promise<void> {
    const most = typeof data === 'string' ? data.length * BYTES_A_UNIT : data.length;
    if (this.used + most > CHUNK_BYTES) await this.flush();
    if (most > CHUNK_BYTES) await this.pass(typeof data === 'string' ? Buffer.from(data, 'utf8') : data);
    else if (typeof data === 'string') this.used += this.chunk.write(data, this.used, 'utf8');
    else {
      this.chunk.set(data, this.used);
      this.used += data.length;
    }
  }

  /** Writes what waits, syncs and closes; returns the size and the hash of the whole file. */
  async close(): Promise<{ bytes: number; sha256: string }> {
    await this.flush();
    await this.sink.close();
    return { bytes: this.sink.bytes, sha256: this.hash.digest() };
  }

  /** Closes after a failure; the file is incomplete and stays for the caller to remove with its directory. */
  async abandon(): Promise<void> {
    await this.sink.close().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    if (this.used === 0) return;
    const waiting = this.chunk.subarray(0, this.used);
    this.used = 0;
    await this.pass(waiting);
  }

  private async pass(bytes: Uint8Array): Promise<void> {
    this.hash.update(bytes);
    await this.sink.write(bytes);
  }
}
