import { MessageTemplateInput, type MessageEvent, type MessageTemplate } from '@ambit/contract'
import { templateFaults } from '@ambit/domain'
import { z } from 'zod'

/** What the form holds: the region's own text, or the product's to begin with. An SMS has no subject. */
export const templateForm = ({ event, channel }: Pick<MessageTemplate, 'event' | 'channel'>) => {
  const { text } = MessageTemplateInput.shape
  const sound = <T extends z.ZodType<string>>(words: T) => words.superRefine(placeholdersOf(event))
  const subject = z.string().trim().min(1, 'Please enter a subject').max(150, 'Please enter at most 150 characters')
  const [first, second] = [sound(subject), sound(text)]
  // The keyboard begins in the first field.
  return channel === 'email'
    ? z.object({ subject: first, text: second })
    : z.object({ text: second, subject: z.string() })
}
export type TemplateForm = { subject: string; text: string }

const placeholdersOf =
  (event: MessageEvent) =>
  (words: string, context: z.RefinementCtx): void => {
    for (const { message } of templateFaults(event, words)) context.addIssue({ code: 'custom', message })
  }

export const templateValues = ({ channel, subject, text, product }: MessageTemplate): TemplateForm => ({
  subject: channel === 'email' ? (subject ?? product.subject) : '',
  text: text ?? product.text,
})

/** The address of a text's dialog: `3.reminder.email.de` */
export const templateRef = ({ region_id, event, channel, language }: MessageTemplate): string =>
  [region_id, event, channel, language].join('.')

export const regionOfRef = (ref: string): number => Number(ref.split('.')[0])
