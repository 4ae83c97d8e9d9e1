import { describe, expect, it } from 'vitest';
import { criteriaChange } from '../../../pipelines/forecast/criteria-changed.js';

const change = (text: string) => criteriaChange([['fine_print', text]]);

describe('criteriaChange', () => {
  it.each([
    'Resolution criteria prior to May 16, 2022:\n\n> the old text',
    'Prior to 2022-05-16: the threshold was five.',
    'Some background.\n\n***[Edit 2024-03-01: another source is named.]***',
    '[EDIT: March 3rd 2021] the source moved',
    'Edited on 3 March 2021 to add the fallback source.',
    '*Update, 5 June 2023: revised after opening.* Resolves Yes if so.',
    'UPDATE (June 5, 2023): we now count both.',
    '**Correction 2023/06/05** - the year was wrong',
    'Text.\n\n2023-06-05 edit: the year was wrong',
    'This question originally asked for the year 2021.',
    'The resolution criteria originally named another source.',
    '(originally: 5 million)',
    'The criteria were changed on request of the author.',
    'The fine print has since been clarified.',
    'We have clarified the resolution criteria after a comment.',
    'these resolution criteria have been revised after the question opened.',
    'the wording of this question was slightly amended.',
  ])('finds a change in %j', (text) => {
    expect(change(text)).toMatch(/ in fine_print: "/);
  });

  it.each([
    'The resolution criteria of similar questions are strict. The law changed in 2020; an edit of the bill is expected.',
    'Resolves Yes if the criteria in the fine print are met.',
    'The page was last updated on May 5, 2021.',
    'The bill was amended on 2020-01-01 and again in June 2021.',
    'The dashboard is updated daily, see the update of 5 June 2023 for the method.',
    'Resolves Yes if any of the following happen prior to May 16, 2022:\n- A\n- B',
    'The treaty was originally signed in 1968.',
    'The film was originally scheduled for June 2021.',
    'If the resolution criteria were changed by the source, the question is annulled.',
    "The FDA's criteria were changed in 2020.",
    'The credit criteria of the bank were tightened.',
    'Will the EU have revised the directive by June 5, 2023?',
    'Edition 2024-03-01 of the report counts.',
    '',
  ])('finds none in %j', (text) => {
    expect(change(text)).toBeUndefined();
  });

  it('looks at each text and names the one', () => {
    expect(
      criteriaChange([
        ['description', 'nothing'],
        ['fine_print', 'Edit 2024-03-01: more'],
      ]),
    ).toMatch(/fine_print/);
  });

  it('is done with a long text in no time', () => {
    const long = 'the bill was edited on 5 June 2023 '.repeat(10_000);
    expect(change(long)).toBeUndefined();
  });
});
