/** The newest version's part of a changelog whose versions are second-level headings. */
export const newestOf = (markdown: string): string => {
  const parts = markdown.split(/^(?=## )/m).filter((part) => part.startsWith('## '))
  const released = parts.find((part) => !/^## \[?unreleased/i.test(part))
  return (released ?? parts[0] ?? markdown).trim()
}
