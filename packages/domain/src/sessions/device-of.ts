import bowser from 'bowser'

/** `Firefox on Windows`, as far as the browser says; null for a program that says nothing of the kind. */
export const deviceOf = (userAgent: string | null): string | null => {
  if (userAgent === null) return null
  const { browser, os } = bowser.parse(userAgent)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.length === 0 ? null : known.join(' on ')
}
