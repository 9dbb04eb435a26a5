import { api, TravelerDetails } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../dialogs/Loaded.tsx'
import { accessStrings } from './access-strings.ts'
import { TravelerAccess } from './TravelerAccess.tsx'
import { historyTab } from '../records/History.tsx'
import { OpenReturns } from '../records/open-returns/OpenReturns.tsx'
import { openReturnsOfTravelerQuery } from '../records/open-returns/queries.ts'
import { openReturnStrings } from '../records/open-returns/strings.ts'
import { RecordStatus } from '../records/status.tsx'
import { travelerRecords, travelerStatuses } from '../records/travelers.ts'
import { client } from '../api/client.ts'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame, type DialogTab } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { PaymentDetails } from './cards/PaymentDetails.tsx'
import { cardStrings } from './cards/strings.ts'
import { commentStrings } from './comments/strings.ts'
import { TravelerComments } from './comments/TravelerComments.tsx'
import { concessionStrings } from './concessions/strings.ts'
import { TravelerConcessions } from './concessions/TravelerConcessions.tsx'
import { helperStrings } from './helping/strings.ts'
import { TravelerHelpers } from './helping/TravelerHelpers.tsx'
import { MergeButton } from './merge/MergeButton.tsx'
import { MergedNotes } from './merge/MergedNotes.tsx'
import { CONDUCT_READ } from './misses/queries.ts'
import { missStrings } from './misses/strings.ts'
import { TravelerMisses } from './misses/TravelerMisses.tsx'
import { travelerMessageStrings } from './messages/strings.ts'
import { TravelerMessages } from './messages/TravelerMessages.tsx'
import { CreateTraveler } from './CreateTraveler.tsx'
import { PrivacyMenu } from './PrivacyMenu.tsx'
import { RestrictionNote } from './restrict/RestrictionNote.tsx'
import { NextRide } from './rides/NextRide.tsx'
import { rideStrings } from './rides/strings.ts'
import { TravelerBookings } from './rides/TravelerBookings.tsx'
import { privacyMenuStrings, travelerStrings as words } from './strings.ts'
import { maskedTravelerForm, travelerChange, travelerValues } from './traveler-form.ts'
import { TravelerFields } from './TravelerFields.tsx'
import { useStartBooking } from './use-start-booking.ts'
import classes from './travelers.module.css'

/** One passenger, or a new one. */
const TravelerDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return <CreateTraveler tabsOf={newTabs} />
    case 'view':
    case 'edit':
      return <OneTraveler id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default TravelerDialog

const later = (text: string) => <EmptyState title={text} />

const newTabs = (profile: ReactNode): DialogTab[] =>
  tabsOf(profile, later(cardStrings.before), later(concessionStrings.before), later(commentStrings.before))

const tabsOf = (profile: ReactNode, cards: ReactNode, concessions: ReactNode, comments: ReactNode): DialogTab[] => [
  { value: 'Profile', label: words.profile, content: profile },
  { value: 'PaymentDetails', label: cardStrings.tab, content: cards },
  { value: 'Concessions', label: concessionStrings.tab, content: concessions },
  { value: 'Comments', label: commentStrings.tab, content: comments },
]

const OneTraveler = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const traveler = useQuery(travelerRecords.one(id))
  const booking = useStartBooking()
  const can = useCan()
  const ridesShown = can('TravellerManagement:tripBookingHistoricTrips:canRead')
  return (
    <Loaded query={traveler} title={words.one}>
      {(record) => {
        const tabs = tabsOf(
          <Profile key={mode} intent={{ mode, record }} />,
          <PaymentDetails travelerId={record.id} />,
          <TravelerConcessions travelerId={record.id} />,
          <TravelerComments travelerId={record.id} />,
        )
        const rides = { value: 'Bookings', label: rideStrings.tab, content: <TravelerBookings travelerId={id} /> }
        const misses = { value: 'Misses', label: missStrings.tab, content: <TravelerMisses travelerId={id} /> }
        const messages = {
          value: 'Messages',
          label: travelerMessageStrings.tab,
          content: <TravelerMessages key={mode} mode={mode} traveler={record} />,
        }
        const helpers = { value: 'Helpers', label: helperStrings.tab, content: <TravelerHelpers travelerId={id} /> }
        const access = {
          value: accessStrings.value,
          label: accessStrings.tab,
          content: <TravelerAccess travelerId={id} />,
        }
        return (
          <DialogFrame
            title={words.dialogTitle(mode, record.full_name, record.id)}
            status={
              <>
                <RecordStatus of={travelerStatuses} status={record.status} />
                {record.protected && <StatusTag tone="info">{privacyMenuStrings.protected}</StatusTag>}
                {booking.allowed && record.restriction === null && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconPlus size={14} />}
                    onClick={() => booking.start(record)}
                  >
                    {words.newBooking}
                  </Button>
                )}
                <MergeButton travelerId={id} />
                <PrivacyMenu traveler={record} />
              </>
            }
            summary={
              <>
                <RestrictionNote reason={record.restriction} />
                <MergedNotes travelerId={id} />
                {ridesShown && <NextRide travelerId={id} />}
                <div className={classes['openReturns']}>
                  <OpenReturns title={openReturnStrings.ofPassenger} query={openReturnsOfTravelerQuery(id)} unnamed />
                </div>
              </>
            }
            switchable
            tabs={[
              ...tabs,
              messages,
              ...(can('TravellerManagement:helper:canRead') ? [helpers] : []),
              ...(ridesShown ? [rides] : []),
              ...(can(CONDUCT_READ) ? [misses] : []),
              ...historyTab(can, 'travelers', id),
              ...(can('AuditManagement:access:canRead') ? [access] : []),
            ]}
          />
        )
      }}
    </Loaded>
  )
}

type ProfileIntent = Extract<FormIntent<TravelerDetails>, { record: TravelerDetails }>

const Profile = ({ intent }: { intent: ProfileIntent }) => {
  const { close } = useDialog()
  const { id } = intent.record
  const masks = useMasks()
  const entity = useEntityForm({
    intent,
    schema: maskedTravelerForm(masks, intent.record),
    record: TravelerDetails,
    toValues: travelerValues,
    save: (values, version) =>
      client
        .call(api.travelers.update, {
          params: { id },
          body: travelerChange(values, masks),
          version,
        })
        .then((answer) => answer.data),
    onSaved: (traveler) => {
      if (traveler) travelerRecords.saved(traveler)
      notify({ type: 'success', title: words.one, message: words.saved })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <TravelerFields traveler={intent.record} />
    </EntityForm>
  )
}
