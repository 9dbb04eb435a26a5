import { api, ApiError, SURVEY_INFORMATION_LIMIT, type SurveyOption } from '@ambit/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Loaded } from '../dialogs/Loaded.tsx'
import { bookingChanged } from '../records/bookings.ts'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { SelectField, TextAreaField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { surveyOptionsQuery } from './queries.ts'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.survey
const SAVED_DECAY = 3500

const SurveyForm = z.object({
  cancellation_reason_key: z.string().min(1, words.missing),
  additional_information: z.string().max(SURVEY_INFORMATION_LIMIT),
})

/** Asks why the passenger cancelled, after the booking is cancelled. Staff may close it without an answer. */
const CancellationSurveyDialog = () => {
  const { id } = useDialog()
  const options = useQuery(surveyOptionsQuery)
  return (
    <Loaded query={options} title={words.title(Number(id))}>
      {(reasons) => (
        <DialogFrame title={words.title(Number(id))}>
          <Survey bookingId={Number(id)} options={reasons} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default CancellationSurveyDialog

const Survey = ({ bookingId, options }: { bookingId: number; options: readonly SurveyOption[] }) => {
  const { close } = useDialog()
  const queries = useQueryClient()
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: SurveyForm,
    record: z.never(), // a survey is written once: there is none to be stale
    toValues: () => ({ cancellation_reason_key: '', additional_information: '' }),
    save: async (values) => {
      try {
        await client.call(api.surveys.create, { body: { service_request_id: bookingId, ...values } })
        notify({ type: 'success', title: words.thanks, message: words.saved, decay: SAVED_DECAY })
      } catch (error) {
        // The specification's way: a survey that could not be saved gets a notice and is dropped.
        if (error instanceof ApiError && error.status === 409)
          notify({ type: 'info', title: words.title(bookingId), message: words.before, decay: SAVED_DECAY })
        else notify({ type: 'error', title: words.error, message: words.failed })
      }
    },
    onSaved: () => {
      bookingChanged(queries, bookingId)
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <SelectField
        name="cancellation_reason_key"
        label={words.fields.cancellation_reason_key}
        span={24}
        options={options.map(({ key, reason }) => ({ value: key, label: reason }))}
      />
      <TextAreaField
        name="additional_information"
        label={words.fields.additional_information}
        span={24}
        maxLength={SURVEY_INFORMATION_LIMIT}
        counted
      />
    </EntityForm>
  )
}
