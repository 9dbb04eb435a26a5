import { screen, within } from '@testing-library/dom'
import { openedDialog } from './opened-dialog.ts'
import type { Page } from './start-portal.ts'

type Passenger = { id: number; full_name: string }
export type Dialog = Awaited<ReturnType<typeof openedDialog>>

/** What an agent does in a passenger's dialog. */
export const passengerDialogs = (portal: Page) => ({
  /** The dialog on one of its tabs. */
  shown: async ({ id, full_name }: Passenger, tab: string): Promise<Dialog> => {
    await portal.open('customer_service', `/TravellerManagement?d=TravelerDialog-view-${id}-${tab}`)
    return openedDialog(portal, new RegExp(`Passenger ${full_name} \\|`))
  },
  press: async (dialog: Dialog, name: string | RegExp) =>
    portal.user.click(await dialog.findByRole('button', { name })),
  confirm: async (question: string, button: string) => {
    const asked = within(await screen.findByRole('dialog', { name: question }))
    await portal.user.click(asked.getByRole('button', { name: button }))
  },
  entries: (dialog: Dialog, name: string) => within(dialog.getByRole('list', { name })).getAllByRole('listitem'),
})
