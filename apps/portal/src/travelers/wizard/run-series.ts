import { api, ApiError, BookingSeriesInput } from '@ambit/contract'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { seriesRecords } from '../../records/booking-series.ts'
import type { BookingDraft, Repeat } from '../booking-draft.ts'
import { cardsChanged } from '../cards/queries.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { reasonOf } from './refused.ts'
import { begin, end } from './running.ts'
import type { NewSeries } from './series-request.ts'
import { seriesWizardStrings as words } from './series-strings.ts'

/** Makes the series once: the same one sent again gives the first answer. Its dates are booked by the server after that. */
export const startSeries = (uuid: string, body: NewSeries): void => {
  const before = draftOf(uuid)
  if (before === undefined) return
  const { unanswered } = before.repeat
  const sent = BookingSeriesInput.parse(body)
  const same = unanswered !== null && JSON.stringify(unanswered.body) === JSON.stringify(sent)
  const confirmation = { key: same ? unanswered.key : freshKey(), body: sent }
  const repeat = { ...before.repeat, confirmation }
  changeDraft(uuid, { status: 'pending', loading: true, errorMessage: null, inTheWay: null, repeat })
  void confirmSeries(uuid, confirmation)
}

export const confirmSeries = async (
  uuid: string,
  { key, body }: NonNullable<Repeat['confirmation']>,
): Promise<void> => {
  const controller = begin(uuid)
  const settle = (change: Partial<BookingDraft>, outcome: Partial<Repeat>): void => {
    const before = draftOf(uuid)
    if (before === undefined) return
    changeDraft(uuid, { ...change, loading: false, repeat: { ...before.repeat, confirmation: null, ...outcome } })
  }
  try {
    const { signal } = controller
    const { data } = await client.call(api.bookingSeries.create, { body, idempotencyKey: key, signal })
    settle({ status: 'booked' }, { seriesId: data.id, unanswered: null })
    seriesRecords.saved(data)
  } catch (error) {
    if (controller.signal.aborted) return
    // The passenger's card may be the reason, removed since it was shown.
    cardsChanged(body.traveler_id)
    const refused = error instanceof ApiError && error.status < 500
    const unanswered = refused ? null : { key, body }
    settle({ status: 'error', errorMessage: reasonOf(error, words.failed) }, { unanswered })
  } finally {
    end(uuid, controller)
  }
}
