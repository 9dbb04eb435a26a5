import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import type { Place } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../settings/format.ts'
import { type Outside, servedAddressQuery } from './queries.ts'
import { wizardStrings as words } from './strings.ts'

/** For an end of the trip that lies outside of the zones: the nearest address that does not, a press away. */
export const ServedAddressButton = ({ outside, onUse }: { outside: Outside; onUse: (place: Place) => void }) => {
  const format = useFormat()
  const { data } = useQuery(servedAddressQuery(outside))
  if (data === undefined || data === null) return null
  const { title, name, point, distance_m } = data
  return (
    <Button
      size="compact-sm"
      variant="default"
      justify="flex-start"
      title={name}
      leftSection={<IconBulb size={15} aria-hidden />}
      onClick={() => onUse({ name, point })}
    >
      {words.change.nearby(title, format.distance(distance_m))}
    </Button>
  )
}
