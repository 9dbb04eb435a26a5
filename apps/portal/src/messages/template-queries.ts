import { api, type MessageTemplate } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { TemplateForm } from './template-form.ts'

const KEY = 'message-templates'

export const templatesQuery = (region_id: number) =>
  queryOptions({
    queryKey: [KEY, region_id],
    queryFn: ({ signal }) =>
      client.call(api.messageTemplates.list, { query: { region_id }, signal }).then((answer) => answer.data),
  })

export const templatesChanged = (): void => void queryClient.invalidateQueries({ queryKey: [KEY] })

/** What is tried out: the text as it was typed. */
export const trialOf = ({ region_id, event, channel, language }: MessageTemplate, { subject, text }: TemplateForm) => ({
  region_id,
  event,
  channel,
  language,
  subject: channel === 'email' ? subject : null,
  text,
})

export const previewQuery = (body: ReturnType<typeof trialOf>) =>
  queryOptions({
    queryKey: [KEY, 'preview', body],
    queryFn: ({ signal }) => client.call(api.messageTemplates.preview, { body, signal }).then((answer) => answer.data),
    staleTime: Infinity,
  })
