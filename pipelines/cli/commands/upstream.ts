import { EXIT } from '../../../common/errors.js';
import { systemEffects } from '../../../common/system-effects.js';
import { parseFaults, SYNTHETIC_TOKENS, startSyntheticUpstream } from '../../../sources/synthetic/index.js';
import { print } from '../command.js';

/** upstream: serves the invented world until the process is ended. */
export async function upstreamCommand(options: {
  port: string;
  seed: number;
  size: 'small' | 'full' | 'large';
  faults: string | undefined;
}): Promise<never> {
  const server = await startSyntheticUpstream({
    port: Number(options.port),
    seed: options.seed,
    size: options.size,
    limits: 'real',
    effects: systemEffects(),
    ...(options.faults === undefined ? {} : { faults: parseFaults(options.faults) }),
  });
  print(JSON.stringify({ port: server.port, urls: server.urls, tokens: SYNTHETIC_TOKENS }));
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await server.close();
  process.exit(EXIT.ok);
}
