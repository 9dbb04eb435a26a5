/** Letters and digits alone, without accents: `Müller-Lüdenscheidt` → `mullerludenscheidt`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How many letters have to be put in, left out, exchanged or swapped with the next one. */
const edits = (a: string, b: string): number => {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before?.[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = row
  }
  return last?.[b.length] ?? 0
}

const SHORT = 5

/** One typing error in a short name, two in a longer one. */
const near = (a: string, b: string): boolean => {
  const longest = Math.max(a.length, b.length)
  return a !== '' && b !== '' && edits(a, b) <= (longest <= SHORT ? 1 : 2)
}

type Name = { first_name: string; last_name: string }

/** Whether both may be the name of one person: typing errors, accents, and first and last name the other way round. */
export const isNearlyNamed = (a: Name, b: Name): boolean => {
  const [first, last] = [plain(a.first_name), plain(a.last_name)]
  const [otherFirst, otherLast] = [plain(b.first_name), plain(b.last_name)]
  return (near(first, otherFirst) && near(last, otherLast)) || (near(first, otherLast) && near(last, otherFirst))
}
