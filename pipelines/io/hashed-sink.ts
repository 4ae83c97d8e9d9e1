import type { FileSink, Files } from '../../common/files.js';
import { startSha256 } from '../../common/hash.js';

const CHUNK_BYTES = 256 * 1024;

/** A file that is being written, hashed on the way; small writes are joined. */
export class HashedSink {
  private readonly hash = startSha256();
  private pending: Buffer[] = [];
  private pendingBytes = 0;

  private constructor(
    readonly path: string,
    private readonly sink: FileSink,
  ) {}

  /** Creates the file, or truncates it. */
  static async create(files: Files, path: string): Promise<HashedSink> {
    return new HashedSink(path, await files.create(path));
  }

  /** Bytes taken so far, those that still wait to be written included. */
  get bytes(): number {
    return this.sink.bytes + this.pendingBytes;
  }

  async write(data: string | Uint8Array): Promise<void> {
    const bytes =
      typeof data === 'string'
        ? Buffer.from(data, 'utf8')
        : Buffer.from(data.buffer, data.byteOffset, data.length);
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    if (this.pendingBytes >= CHUNK_BYTES) await this.flush();
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
    if (this.pendingBytes === 0) return;
    const chunk = Buffer.concat(this.pending);
    this.pending = [];
    this.pendingBytes = 0;
    this.hash.update(chunk);
    await this.sink.write(chunk);
  }
}
