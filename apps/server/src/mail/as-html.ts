const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The same text as HTML: paragraphs and lines alone, without pictures and links. */
export const asHtml = (text: string, large = false): string => {
  const html = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
  return large ? `<div style="font-size: 18pt; line-height: 1.5">${html}</div>` : html
}
