import type { SyntheticSize } from '../part.js';
import { digest } from './answers.js';
import { cardText } from './card.js';
import { encodeRecords, type ParquetStyle } from './parquet.js';
import { content, type HubContent, type HubRepository, repository } from './repository.js';
import { planWorld, type SplitPlan, type World } from './world.js';

/** The invented repositories beside the data set, by what is peculiar about them. */
export const SPECIAL_REPOSITORIES = {
  gated: 'synthetic/gated-sample',
  private: 'synthetic/private-sample',
  disabled: 'synthetic/disabled-sample',
  /** Serves other bytes than it announces, of the same length. */
  damaged: 'synthetic/damaged-sample',
  /** Its files claim to come from another commit. */
  moved: 'synthetic/moved-sample',
  /** Has names that need encoding. */
  named: 'synthetic/odd-names_sample.v2',
} as const;

/** How the shards of the data set are written, in turn: no two writers do the same. */
const STYLES: readonly ParquetStyle[] = [
  { codec: 'SNAPPY', rowGroup: 1_000 },
  { codec: 'GZIP', rowGroup: 700 },
  { codec: 'ZSTD', rowGroup: 1_000 },
  { codec: 'UNCOMPRESSED', rowGroup: 250 },
];

const CARD_SPLITS = ['train', 'validation', 'test'];

/** All repositories of a world. Their files are made when they are first asked for. */
export function makeRepositories(seed: number, size: SyntheticSize): HubRepository[] {
  const world = planWorld(seed, size);
  const sample = (id: string, access: HubRepository['access'], extra: readonly HubContent[] = []) =>
    repository(id, access, { main: [...sampleFiles(world), ...extra] });
  return [
    openForesight(world, seed),
    sample(SPECIAL_REPOSITORIES.gated, 'gated'),
    sample(SPECIAL_REPOSITORIES.private, 'private'),
    sample(SPECIAL_REPOSITORIES.disabled, 'disabled'),
    // Records of its own: the storage finds a file by its hash, and no other may share it.
    repository(SPECIAL_REPOSITORIES.damaged, 'public', { main: sampleFiles(world, 5).map(damaged) }),
    { ...sample(SPECIAL_REPOSITORIES.moved, 'public'), claimedCommit: digest('sha1', 'another commit') },
    sample(SPECIAL_REPOSITORIES.named, 'public', [
      content('data/a b+c#d%20e.txt', () => Buffer.from('An odd name.\n')),
    ]),
  ];
}

/** The data set: an earlier commit has the splits of the card alone. */
function openForesight(world: World, seed: number): HubRepository {
  const shards = world.plans.flatMap((plan, at) => shardFiles(world, plan, at));
  const first = world.plans.filter(({ name }) => CARD_SPLITS.includes(name));
  const isFirst = ({ path }: HubContent): boolean =>
    first.some(({ name }) => path.startsWith(`data/${name}-`));
  return repository(
    'nikhilchandak/OpenForesight',
    'public',
    {
      main: [...plainFiles(world.plans), ...shards],
      'v1.0': [...plainFiles(first), ...shards.filter(isFirst)],
    },
    String(seed),
  );
}

function shardFiles(world: World, plan: SplitPlan, at: number): HubContent[] {
  const rows = Math.ceil(plan.rows / plan.shards);
  return Array.from({ length: plan.shards }, (_, shard) => {
    const [from, to] = [shard * rows, Math.min(plan.rows, (shard + 1) * rows)];
    const number = (value: number): string => String(value).padStart(5, '0');
    const path = `data/${plan.name}-${number(shard)}-of-${number(plan.shards)}.parquet`;
    const style = STYLES[(at + shard) % STYLES.length];
    if (style === undefined) throw new RangeError('no style');
    return content(path, () =>
      encodeRecords(
        world.records(plan.name, from, to).map(({ record }) => record),
        style,
      ),
    );
  });
}

function plainFiles(plans: readonly SplitPlan[]): HubContent[] {
  return [
    content('.gitattributes', () => Buffer.from('*.parquet filter=lfs diff=lfs merge=lfs -text\n')),
    content('README.md', () => Buffer.from(cardText(plans))),
  ];
}

function sampleFiles(world: World, start = 0): HubContent[] {
  const records = () => world.records('validation', start, start + 5).map(({ record }) => record);
  return [
    content('README.md', () => Buffer.from('# Sample\n')),
    content('data/train-00000-of-00001.parquet', () =>
      encodeRecords(records(), { codec: 'SNAPPY', rowGroup: 2 }),
    ),
  ];
}

function damaged(file: HubContent): HubContent {
  return {
    ...file,
    served: () => {
      const bytes = Uint8Array.from(file.bytes());
      bytes[bytes.length >> 1] = Number(bytes[bytes.length >> 1]) ^ 0xff;
      return bytes;
    },
  };
}
