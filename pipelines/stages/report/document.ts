import { html, SafeHtml } from './html.js';
import { STYLE } from './style.js';

/** What a self-contained page holds. */
export interface PageContent {
  title: string;
  /** Under the title: what the page is about. */
  intro: SafeHtml;
  sections: readonly { title: string; body: SafeHtml }[];
}

/**
 * One file that needs neither network nor script, and whose content policy forbids both, with a list of its sections.
 */
export function renderPage({ title, intro, sections }: PageContent): string {
  const links = sections.map(
    (section, index) => html`<li><a href="#s${index + 1}">${section.title}</a></li>`,
  );
  const bodies = sections.map(
    (section, index) => html`<section id="s${index + 1}">
<h2>${section.title}</h2>
${section.body}
</section>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${new SafeHtml(STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${intro}
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>
<main>
${bodies}</main>
</body>
</html>
`.toString();
}
