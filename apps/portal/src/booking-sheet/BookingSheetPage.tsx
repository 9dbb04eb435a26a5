import type { Organisation } from '@ambit/contract'
import { Select } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../auth/use-me.ts'
import { organisationOptions } from '../records/organisations.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Link, useNavigate, useParam } from '../url/link.tsx'
import classes from './booking-sheet.module.css'
import { SheetOf } from './SheetOf.tsx'
import { sheetStrings as words } from './strings.ts'

/** Rides of up to thirty people of an organisation, each booked by itself. */
const BookingSheetPage = () => {
  const organisations = useQuery(organisationOptions)
  if (organisations.isError)
    return <ErrorState error={organisations.error} onRetry={() => void organisations.refetch()} />
  return (
    <>
      <PageHeader />
      {organisations.data !== undefined && <Chosen organisations={organisations.data} />}
    </>
  )
}
export default BookingSheetPage

const Chosen = ({ organisations }: { organisations: readonly Organisation[] }) => {
  const navigate = useNavigate()
  const user = useMe()
  const named = Number(useParam('organisationId') ?? '')
  const [first, ...others] = organisations
  if (first === undefined)
    return (
      <EmptyState
        icon={IconBuildingCommunity}
        title={words.none}
        reason={words.noneReason}
        action={<Link to="/Organisations">{words.toOrganisations}</Link>}
      />
    )
  const organisation = organisations.find(({ id }) => id === named) ?? (others.length === 0 ? first : undefined)
  return (
    <>
      {others.length > 0 && (
        <Select
          className={classes['organisation']}
          label={words.organisation}
          placeholder={words.chooseOrganisation}
          searchable
          allowDeselect={false}
          data={organisations.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={organisation === undefined ? null : String(organisation.id)}
          onChange={(id) => {
            if (id !== null) void navigate({ to: `/BookingSheet/${id}` })
          }}
        />
      )}
      {organisation !== undefined && user !== null && (
        <SheetOf key={organisation.id} organisation={organisation} user={user} />
      )}
    </>
  )
}
