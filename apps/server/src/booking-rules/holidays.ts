import type { Holiday } from '@ambit/contract'

/**
 * The public holidays of a country in a year, in English where the list has it; none for a country that it does not know.
 * The list takes 40 MB of memory, and few ask for it.
 */
export const holidaysOf = async (country: string, year: number): Promise<Holiday[]> => {
  const { default: Holidays } = await import('date-holidays')
  const found = new Holidays(country, { types: ['public'] }).getHolidays(year, 'en') ?? []
  const names = new Map(found.map(({ date, name }) => [date.slice(0, 10), name]))
  return [...names].map(([date, name]) => ({ date, name })).toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
