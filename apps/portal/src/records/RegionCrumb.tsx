import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { regionOptions } from './regions.ts'
import classes from './RegionCrumb.module.css'
import { uiStrings } from '../ui/strings.ts'

type Props = {
  /** the region that the route is about; null: all of them */
  regionId: number | null
  onSelect: (regionId: number | null) => void
}

/** The step of a breadcrumb that names the route's region, and chooses another. */
export const RegionCrumb = ({ regionId, onSelect }: Props) => {
  const regions = useQuery(regionOptions)
  return (
    <Select
      className={classes['crumb']}
      classNames={{ input: classes['input'] ?? '' }}
      size="xs"
      aria-label={uiStrings.region}
      placeholder={regionId === null ? uiStrings.allRegions : uiStrings.loading}
      searchable
      clearable
      value={regionId === null ? null : String(regionId)}
      data={(regions.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => onSelect(value === null ? null : Number(value))}
    />
  )
}
