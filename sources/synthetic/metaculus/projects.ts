import type { Random } from '../random.js';
import type { PostKind } from './plan.js';

/** A category of the site, by its real name; posts may have several or none. */
export interface Category {
  id: number;
  name: string;
  slug: string;
}

/** A tournament or question series of the invented site. */
export interface Tournament {
  id: number;
  name: string;
  slug: string;
  type: 'tournament' | 'question_series';
}

/** The categories that the site's API names. */
export const CATEGORIES: readonly Category[] = [
  { id: 3694, name: 'Artificial Intelligence', slug: 'artificial-intelligence' },
  { id: 3692, name: 'Computing and Math', slug: 'computing-and-math' },
  { id: 3693, name: 'Cryptocurrencies', slug: 'cryptocurrencies' },
  { id: 3698, name: 'Economy & Business', slug: 'economy-business' },
  { id: 3685, name: 'Elections', slug: 'elections' },
  { id: 3687, name: 'Geopolitics', slug: 'geopolitics' },
  { id: 3691, name: 'Health & Pandemics', slug: 'health-pandemics' },
  { id: 3688, name: 'Law', slug: 'law' },
  { id: 3690, name: 'Nuclear Technology & Risks', slug: 'nuclear' },
  { id: 3689, name: 'Politics', slug: 'politics' },
  { id: 3700, name: 'Social Sciences', slug: 'social-sciences' },
  { id: 3696, name: 'Sports & Entertainment', slug: 'sports-entertainment' },
  { id: 3701, name: 'Technology', slug: 'technology' },
];

/** Tournaments; 32979 is the project that the benchmarking tier may read. */
export const TOURNAMENTS: readonly Tournament[] = [
  { id: 32979, name: 'API Benchmarking Access', slug: 'api-benchmarking-access', type: 'tournament' },
  { id: 3400, name: 'The Lantern Polo Cup', slug: 'lantern-polo-cup', type: 'tournament' },
  { id: 3401, name: 'Peat Coal Futures', slug: 'peat-coal-futures', type: 'tournament' },
  { id: 3402, name: 'Velmaria Weekly', slug: 'velmaria-weekly', type: 'question_series' },
];

/** The categories of a post: one or two, none for one in twenty. */
export function drawCategories(random: Random): readonly Category[] {
  if (random.chance(0.05)) return [];
  return random.shuffle(CATEGORIES).slice(0, random.chance(0.25) ? 2 : 1);
}

/** The tournament of a post; most have none. */
export function drawTournament(random: Random, kind: PostKind): Tournament | null {
  return kind !== 'notebook' && random.chance(0.25) ? random.pick(TOURNAMENTS) : null;
}

/** The `projects` object of a post; keys are absent where they would be empty. */
export function projectsRecord(
  categories: readonly Category[],
  tournament: Tournament | null,
): Record<string, unknown> {
  const main = {
    id: 144,
    type: 'site_main',
    name: 'Invented Community',
    slug: null,
    default_permission: 'forecaster',
  };
  const home = tournament ? { ...tournament, default_permission: 'forecaster', prize_pool: null } : main;
  const category = categories.map((one) => ({ ...one, emoji: '', description: '', type: 'category' }));
  return {
    site_main: [main],
    ...(category.length > 0 ? { category } : {}),
    ...(tournament ? { [tournament.type]: [home] } : {}),
    default_project: home,
  };
}
