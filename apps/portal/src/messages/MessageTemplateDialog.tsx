import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { besideHistory } from '../records/History.tsx'
import { messageChannelWords, messageEventWords, messageLanguageWords } from '../records/messages.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { regionOfRef, templateRef } from './template-form.ts'
import { templatesQuery } from './template-queries.ts'
import { templateStrings as words } from './template-strings.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

/** The text of one event, channel and language in a region, with what it looks like. */
const MessageTemplateDialog = () => {
  const { id, mode } = useDialog()
  const ref = id ?? ''
  const can = useCan()
  return (
    <Loaded query={useQuery(templatesQuery(regionOfRef(ref)))} title={words.title}>
      {(templates) => {
        const template = templates.find((one) => templateRef(one) === ref)
        if (template === undefined)
          return (
            <DialogFrame title={words.title}>
              <EmptyState title={words.unknown} />
            </DialogFrame>
          )
        const { event, channel, language } = template
        const editor = <TemplateEditor key={mode} mode={mode === 'edit' ? 'edit' : 'view'} template={template} />
        return (
          <DialogFrame
            title={`${messageEventWords[event]}, ${messageChannelWords[channel]}, ${messageLanguageWords[language]}`}
            status={template.text !== null && <StatusTag tone="info">{words.own}</StatusTag>}
            switchable
            {...(template.id === null
              ? { children: editor }
              : besideHistory(can, 'message_templates', template.id, editor))}
          />
        )
      }}
    </Loaded>
  )
}
export default MessageTemplateDialog
