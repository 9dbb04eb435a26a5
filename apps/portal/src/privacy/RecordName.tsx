import { api, type HoldKind } from '@ambit/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { holdStrings as words } from './hold-strings.ts'
import classes from './privacy.module.css'

type RecordKind = Exclude<HoldKind, 'days'>
const TYPING_MS = 300

const nameOf = async (kind: RecordKind, id: number, signal: AbortSignal): Promise<string | null> => {
  const asked = { params: { id }, signal }
  switch (kind) {
    case 'travelers':
      return (await client.call(api.travelers.show, asked)).data.full_name
    case 'service_requests':
      return (await client.call(api.serviceRequests.show, asked)).data.traveler_name
    case 'trips':
      return (await client.call(api.trips.show, asked)).data.name
    case 'vehicles':
      return (await client.call(api.vehicles.show, asked)).data.vehicle_number
  }
}

const nameQuery = (kind: RecordKind, id: number | null) =>
  queryOptions({
    queryKey: ['holds', 'name', kind, id],
    enabled: id !== null,
    retry: false,
    queryFn: ({ signal }) => (id === null ? null : nameOf(kind, id, signal)),
  })

/** Whose or what number it is, so that the wrong one is noticed before it is held. */
export const RecordName = ({ kind, id }: { kind: RecordKind; id: number | null }) => {
  const [asked] = useDebouncedValue(id, TYPING_MS)
  const name = useQuery(nameQuery(kind, asked))
  const said = (): string => {
    if (asked === null) return ''
    if (name.isError) return failureText(name.error)
    return name.data ?? (name.isPending ? words.looking : '')
  }
  return (
    <p className={classes['name']} role="status">
      {said()}
    </p>
  )
}
