import { api } from '@ambit/contract'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { calls, noNetwork } from '../../testing/calls.ts'
import { notice, notices } from '../../testing/notices.ts'
import { passengerDialogs } from '../../testing/passenger-dialogs.ts'
import { enrol } from '../../testing/people.ts'
import { isOfSession } from '../../testing/session.ts'
import { startPortal } from '../../testing/start-portal.ts'
import { timers } from '../../testing/timers.ts'

const portal = startPortal()
const { shown, press, confirm, entries } = passengerDialogs(portal)

const agent = () => portal.server.client('customer_service')

describe("A passenger's comments", () => {
  // covers: COMM-01, COMM-07..12, COMM-14..17
  test('an agent writes a comment about a passenger, corrects it and deletes it', async () => {
    const { user } = portal
    const ruth = await enrol(portal.server, 'Ruth')
    const dialog = await shown(ruth, 'Comments')
    expect(await dialog.findByText('No comments.')).toBeVisible()
    const field = () => dialog.getAllByRole('textbox', { name: 'Comment' })[0] ?? document.body
    expect(field()).toHaveAttribute('rows', '4')
    await press(dialog, 'Add Comment')
    expect(await dialog.findByText('Please enter a comment')).toBeVisible()
    await user.click(field())
    await user.paste('x'.repeat(501))
    expect(await dialog.findByText('501 / 500')).toBeVisible()
    expect(await dialog.findByText('Please enter at most 500 characters')).toBeVisible()
    await portal.fill(field(), 'Rings before boarding')
    expect(await dialog.findByText('21 / 500')).toBeVisible()
    const reconnect = calls.answer(api.travelerComments.create, noNetwork)
    await press(dialog, 'Add Comment')
    expect(await dialog.findByText(/The server cannot be reached\./)).toBeVisible()
    await waitFor(() => expect(field()).toBeEnabled())
    expect(field()).toHaveValue('Rings before boarding')
    reconnect()
    const words = 'Comment created succesfully'
    timers.hold()
    await user.click(dialog.getByRole('button', { name: 'Add Comment' }))
    await timers.until(() => expect(notices(words)).toHaveLength(1))
    const written = calls.of(api.travelerComments.create).at(-1)
    expect(written?.body).toEqual({ comment: 'Rings before boarding', traveler_id: ruth.id })
    expect(isOfSession(written!)).toBe(true)
    expect(notices(words)[0]).toHaveTextContent('Thank you')
    await timers.pass(2500)
    expect(notices(words)).toHaveLength(1)
    await timers.pass(2500)
    await timers.until(() => expect(notices(words)).toEqual([]))
    timers.go()

    await press(dialog, /^Edit comment/)
    const [entry] = entries(dialog, 'Comments on this passenger')
    const comment = within(entry ?? document.body)
    await portal.fill(comment.getByRole('textbox'), 'Needs a hand at the door')
    await user.click(comment.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/^edited /)).toBeVisible()
    expect(dialog.getByText('Needs a hand at the door').tagName).toBe('P')
    const [change] = calls.of(api.travelerComments.update)
    const id = (change?.body as { id: number } | undefined)?.id // checked below
    expect(change?.body).toEqual({ comment: 'Needs a hand at the door', id, traveler_id: ruth.id })
    expect(change?.path).toMatch(new RegExp(`/traveler_comments/${id}$`))
    await press(dialog, /^Delete comment/)
    await confirm('Delete comment', 'Delete')
    expect(await dialog.findByText('No comments.')).toBeVisible()
  })
})

describe('A comment that a colleague changes while it is edited', () => {
  test('is replaced only once its new text was shown', async () => {
    const ruth = await enrol(portal.server, 'Ruthanne')
    const body = { comment: 'Rings twice', traveler_id: ruth.id }
    const { id } = (await agent().call(api.travelerComments.create, { body })).data
    const text = async () =>
      (await agent().call(api.travelers.show, { params: { id: ruth.id } })).data.traveler_comments[0]?.comment
    const dialog = await shown(ruth, 'Comments')
    await press(dialog, /^Edit comment/)
    const [entry] = entries(dialog, 'Comments on this passenger')
    const comment = within(entry ?? document.body)
    await portal.fill(comment.getByRole('textbox'), 'Rings once')
    await agent().call(api.travelerComments.update, { params: { id }, body: { comment: 'Knocks' }, version: 1 })
    await queryClient.invalidateQueries()
    expect(await comment.findByText(/^edited /)).toBeVisible()
    await press(dialog, 'Save')
    expect(await comment.findByText('Someone else changed this record after you opened it')).toBeVisible()
    expect(comment.getByText('Knocks')).toBeVisible()
    expect(comment.getByRole('textbox')).toHaveValue('Rings once')
    expect(await text()).toBe('Knocks')
    await press(dialog, 'Save')
    expect(await notice('Comment updated successfully')).toBeVisible()
    expect(await text()).toBe('Rings once')
  })
})

describe('A comment that was just corrected', () => {
  // @test-tag long
  test('can be deleted before the list has been loaded again', async () => {
    const ruth = await enrol(portal.server, 'Ruthless')
    const dialog = await shown(ruth, 'Comments')
    await portal.fill(await dialog.findByRole('textbox', { name: 'Comment' }), 'Rings twice')
    await press(dialog, 'Add Comment')
    await press(dialog, /^Edit comment/)
    // From here on the list does not come again.
    calls.answer(api.travelerComments.list, () => new Promise<Response>(() => {}))
    const [entry] = entries(dialog, 'Comments on this passenger')
    const comment = within(entry ?? document.body)
    await portal.fill(comment.getByRole('textbox'), 'Rings once')
    await portal.user.click(comment.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Rings once')).toBeVisible()
    calls.release()
    await press(dialog, /^Delete comment/)
    await confirm('Delete comment', 'Delete')
    expect(await dialog.findByText('No comments.')).toBeVisible()
    expect(calls.of(api.travelerComments.destroy)).toHaveLength(1)
  })
})
