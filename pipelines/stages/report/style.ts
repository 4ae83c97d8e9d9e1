/**
 * The page's style sheet. Colours are custom properties, so that charts follow light and dark; paper is always light.
 * The series colours keep their order by lightness and can be told apart with the common colour deficiencies.
 */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --paper: #ffffff; --muted: #5d6b7a; --faint: #e3e8ee; --rest: #d3dae2;
  --panel: #f6f8fa; --good: #1a7f45; --bad: #b3261e; --series-1: #2b6cb0; --series-2: #d9772b; --series-3: #2f9e77;
  --series-4: #8e5ea2; --series-5: #c2486b; --series-6: #8a7a2e; --series-7: #4aa3c7; --series-8: #8b96a3; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #dfe6ee; --paper: #12171d; --muted: #96a3b1; --faint: #2a333d; --rest: #3a4652; --panel: #1a2129;
    --good: #5cc98a; --bad: #ff8a80; --series-1: #6aa9e9; --series-2: #f0a35e; --series-3: #5fc9a3;
    --series-4: #c095d6; --series-5: #ec86a5; --series-6: #cbb95f; --series-7: #86cfea; --series-8: #9aa6b3; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 960px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid var(--faint); }
p { margin: .4rem 0; max-width: 46rem; }
a { color: var(--series-1); }
code { font: .88em ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
table code { overflow-wrap: normal; }
header p { color: var(--muted); max-width: none; }
nav ul, ul.legend { list-style: none; margin: .6rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
nav ul { font-size: .9rem; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; margin: 1.2rem 0; }
dl.facts div { background: var(--panel); border-radius: 6px; padding: .55rem .8rem; }
dl.facts dt { color: var(--muted); font-size: .8rem; }
dl.facts dd { margin: 0; font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
figure { margin: .9rem 0 1.1rem; min-width: 0; break-inside: avoid; }
figcaption span { color: var(--muted); font-size: .88rem; display: block; max-width: 46rem; }
.chart { margin-top: .45rem; overflow-x: auto; }
.chart svg { display: block; max-width: 100%; height: auto; }
.chart > svg[width="920"] { min-width: 640px; }
.chart svg text { white-space: pre; font-variant-numeric: tabular-nums; }
.many { display: grid; grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); gap: .9rem 1rem; }
.many h3 { font-size: .76rem; line-height: 1.3; font-weight: 600; margin: 0; height: 2.6em; overflow: hidden;
  display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
.many p { font-size: .72rem; color: var(--muted); margin: 0; }
.aside { margin-top: .9rem; } .aside p:first-child { margin-top: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 0 1.5rem; }
.trio { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); gap: 0 1rem; }
ul.legend { font-size: .85rem; margin: .35rem 0 0; }
.key { display: inline-block; width: .7em; height: .7em; border-radius: 2px; margin-right: .4em; print-color-adjust: exact; }
details { margin-top: .3rem; }
summary { cursor: pointer; color: var(--muted); font-size: .85rem; width: max-content; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .87rem; margin: .4rem 0; }
caption { text-align: left; color: var(--muted); padding-bottom: .2rem; }
th, td { text-align: left; font-weight: 400; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--faint);
  vertical-align: top; overflow-wrap: break-word; }
th:last-child, td:last-child { padding-right: 0; }
.many table { font-size: .8rem; } .many th, .many td { padding-right: .6rem; }
thead th { color: var(--muted); font-size: .82rem; vertical-align: bottom; overflow-wrap: normal; }
tfoot th, tfoot td { font-weight: 600; border-bottom: 0; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } nav, details { display: none; }
  .pair { grid-template-columns: 1fr 1fr; } .trio { grid-template-columns: 1fr 1fr 1fr; } h2 { break-after: avoid; } }
`;
