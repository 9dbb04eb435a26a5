import { type ComboboxParsedItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'

/** Letters as one types them: `America/New_York` is found by "new york", `Café` by "cafe". */
const plain = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_/]+/g, ' ')
    .trim()
    .toLowerCase()

/** The options of a searchable select whose label holds what was typed; of groups those with such an option. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = plain(search)
  let left = limit
  const found = (options: readonly ComboboxParsedItem[]): ComboboxParsedItem[] =>
    options.flatMap((option): ComboboxParsedItem[] => {
      if (left <= 0) return []
      if (isOptionsGroup(option)) {
        const items = option.items.filter(({ label }) => plain(label).includes(wanted)).slice(0, left)
        left -= items.length
        return items.length === 0 ? [] : [{ ...option, items }]
      }
      if (!plain(option.label).includes(wanted)) return []
      left -= 1
      return [option]
    })
  return found(options)
}
