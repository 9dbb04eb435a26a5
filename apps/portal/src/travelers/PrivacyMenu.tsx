import { api, type TravelerDetails } from '@ambit/contract'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { saveFile } from '../api/download.ts'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { ERASE, PLACE_HOLD, PROTECT, travelerRecords } from '../records/travelers.ts'
import { privacyMenuStrings as words } from './strings.ts'

/** What can be done about a passenger's data as a whole. */
export const PrivacyMenu = ({ traveler }: { traveler: TravelerDetails }) => {
  const { id } = traveler
  const can = useCan()
  const open = useOpenDialog()
  const masks = useMasks()
  const copy = useMutation({
    mutationFn: async () => {
      const answer = await client.fetch(api.travelers.export, { params: { id } })
      saveFile(await answer.blob(), `passenger-${id}.zip`)
    },
    onError: (error) => announceFailure(error, words.exportFailed),
  })
  const protect = useMutation({
    mutationFn: () =>
      client.call(api.travelers.protect, {
        params: { id },
        body: { protected: !traveler.protected },
        version: traveler.version,
      }),
    onSuccess: ({ data }) => {
      travelerRecords.saved(data)
      const message = data.protected ? words.isProtected(data.full_name) : words.isOpen(data.full_name)
      notify({ type: 'success', title: words.thanks, message })
    },
    onError: (error) => announceFailure(error, words.protectFailed),
  })
  if (!can(ERASE) && !can(PLACE_HOLD) && !can(PROTECT)) return null
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={copy.isPending || protect.isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {words.privacy}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {can(ERASE) && masks.size === 0 && <Menu.Item onClick={() => copy.mutate()}>{words.export}</Menu.Item>}
        {can(ERASE) && (
          <Menu.Item onClick={() => open('RestrictTravelerDialog', 'edit', id)}>{words.restrict}</Menu.Item>
        )}
        {can(PROTECT) && (
          <Menu.Item onClick={() => protect.mutate()}>{traveler.protected ? words.open : words.protect}</Menu.Item>
        )}
        {can(PLACE_HOLD) && (
          <Menu.Item onClick={() => open('HoldDialog', 'create', `travelers.${id}`)}>{words.placeHold}</Menu.Item>
        )}
        {can(ERASE) && (
          <Menu.Item color="var(--danger)" onClick={() => open('EraseTravelerDialog', 'edit', id)}>
            {words.erase}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
