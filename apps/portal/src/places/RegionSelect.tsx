import { Select } from '@mantine/core'
import { importStrings as words } from './strings.ts'
import type { useRegion } from './use-region.ts'

/** Which place book; nothing where there is one only. */
export const RegionSelect = ({ region, regions, choose }: ReturnType<typeof useRegion>) =>
  regions.length < 2 ? null : (
    <Select
      label={words.region}
      placeholder={words.chooseRegion}
      searchable
      allowDeselect={false}
      data={regions.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={region === null ? null : String(region)}
      onChange={(value) => choose(value === null ? null : Number(value))}
      mb={12}
    />
  )
