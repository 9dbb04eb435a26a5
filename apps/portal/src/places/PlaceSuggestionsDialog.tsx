import { api, type PlaceSuggestion } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useOpenDialog } from '../dialogs/stack.ts'
import { placeRecords } from '../records/places.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import classes from './places.module.css'
import { suggestionsQuery } from './queries.ts'
import { RegionSelect } from './RegionSelect.tsx'
import { suggestionStrings as words } from './strings.ts'
import { useRegion } from './use-region.ts'

/** Addresses that many ride to and that the place book does not have. */
const PlaceSuggestionsDialog = () => {
  const chosen = useRegion()
  const { region } = chosen
  const found = useQuery(suggestionsQuery(region))
  return (
    <DialogFrame title={words.title}>
      <p className={classes['intro']}>{words.intro}</p>
      <RegionSelect {...chosen} />
      {region === null ? null : found.data === undefined ? (
        found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton h={120} />
        )
      ) : found.data.length === 0 ? (
        <EmptyState icon={IconBulb} title={words.none} reason={words.noneReason} />
      ) : (
        <ul className={classes['list']} aria-label={words.title}>
          {found.data.map((suggestion) => (
            <Row key={suggestion.address} region={region} suggestion={suggestion} />
          ))}
        </ul>
      )}
    </DialogFrame>
  )
}
export default PlaceSuggestionsDialog

type Props = { region: number; suggestion: PlaceSuggestion }

/** Adding it opens it, so that it gets the names that callers use. */
const Row = ({ region, suggestion: { address, point, rides, passengers } }: Props) => {
  const open = useOpenDialog()
  const [busy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    setBusy(true)
    try {
      const [name = address] = address.split(',')
      const body = { region_id: region, name: name.trim().slice(0, 100), address, point }
      const { data } = await client.call(api.places.create, { body })
      placeRecords.saved(data)
      open('PlaceDialog', 'edit', data.id, 'Details')
    } catch (error) {
      announceFailure(error, words.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={classes['suggestion']}>
      <span>
        {address}
        <small>{words.rides(rides, passengers)}</small>
      </span>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        aria-label={words.addNamed(address)}
        onClick={() => void add()}
      >
        {words.add}
      </Button>
    </li>
  )
}
