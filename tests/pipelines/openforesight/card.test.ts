import { describe, expect, it } from 'vitest';
import { openforesightCard } from '../../../pipelines/openforesight/card.js';
import { questions } from '../../../schemas/openforesight.js';
import { ARTICLE_FIELDS, RECORD_FIELDS, UNUSED_FIELDS } from '../../../schemas/wire/openforesight.js';

const { terms, sections } = openforesightCard;
const sectionOf = (title: string): string =>
  String(sections.find((section) => section.title === title)?.body);

describe('the card of openforesight', () => {
  it('names every upstream column that is left out, and why', () => {
    const body = sectionOf('Licence, and what was left out');
    for (const column of [...ARTICLE_FIELDS, ...UNUSED_FIELDS]) expect(body).toContain(`\`${column}\``);
    expect(body).toContain('third-party news');
    expect(body).toContain('openforesight.includeArticles=true');
  });

  it('names every upstream column that is published under another name', () => {
    const body = sectionOf('Splits and columns of upstream');
    const renamed = RECORD_FIELDS.filter((column) => !(column in questions.columns));
    expect(renamed).toHaveLength(5);
    for (const column of renamed) expect(body).toContain(`\`${column}\``);
  });

  it('says in the terms and in its text that upstream states no licence for the data', () => {
    expect(terms).toMatch(/does not state a licence .* unknown/);
    expect(sectionOf('Licence, and what was left out')).toContain(terms);
    expect(openforesightCard).toMatchObject({ license: 'other', licenseName: 'unknown' });
  });
});
