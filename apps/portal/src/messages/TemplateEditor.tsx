import { api, MessageTemplate, TEMPLATE_MAX } from '@ambit/contract'
import { placeholders } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useDialog } from '../dialogs/stack.ts'
import { EntityFormFrame, FormGrid } from '../form/EntityForm.tsx'
import { TextAreaField, TextField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { type TemplateForm, templateForm, templateValues } from './template-form.ts'
import { templatesChanged, trialOf } from './template-queries.ts'
import { templateStrings as words } from './template-strings.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import classes from './templates.module.css'

type Props = { mode: 'view' | 'edit'; template: MessageTemplate }

const WHOLE_ROW = 24

export const TemplateEditor = ({ mode, template }: Props) => {
  const { close } = useDialog()
  const entity = useEntityForm<TemplateForm, MessageTemplate>({
    intent: { mode, record: template },
    schema: templateForm(template),
    record: MessageTemplate,
    toValues: (record) => templateValues(record ?? template),
    save: (values, version) => save(template, values, version),
    onSaved: () => {
      templatesChanged()
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  return (
    <EntityFormFrame entity={entity} label={words.form} labels={words.fields}>
      <div className={classes['editor']}>
        <div>
          <FormGrid label={words.form} labelWidth={60}>
            {template.channel === 'email' && (
              <TextField name="subject" label={words.fields.subject} span={WHOLE_ROW} checked="change" />
            )}
            <TextAreaField name="text" label={words.fields.text} span={WHOLE_ROW} maxLength={TEMPLATE_MAX} />
          </FormGrid>
          <Names template={template} />
        </div>
        <Shown mode={mode} template={template} />
      </div>
    </EntityFormFrame>
  )
}

const save = async (template: MessageTemplate, values: TemplateForm, version: number | undefined) => {
  const { id } = template
  const body = trialOf(template, values)
  const { subject, text } = body
  const { data } =
    id === null
      ? await client.call(api.messageTemplates.create, { body })
      : await client.call(api.messageTemplates.update, { params: { id }, body: { subject, text }, version })
  return data
}

/** What is typed as it will be read, and what can be done with it. */
const Shown = ({ mode, template }: Props) => {
  const { subject, text } = useWatch<TemplateForm>()
  const trial = trialOf(template, { subject: subject ?? '', text: text ?? '' })
  return (
    <div>
      <TemplatePreview trial={trial} />
      {mode === 'edit' && <Actions template={template} trial={trial} />}
    </div>
  )
}

const Actions = ({ template, trial }: { template: MessageTemplate; trial: ReturnType<typeof trialOf> }) => {
  const { close } = useDialog()
  const [busy, setBusy] = useState(false)
  const during = async (work: () => Promise<void>, failed: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      announceFailure(error, failed)
    } finally {
      setBusy(false)
    }
  }
  const sendTest = async (): Promise<void> => {
    const { data } = await client.call(api.messageTemplates.test, { body: trial })
    notify({ type: 'success', title: words.sendTest, message: words.testSent(data.sent_to) })
  }
  const putBack = async (): Promise<void> => {
    const { id, version } = template
    if (id === null) return
    await client.call(api.messageTemplates.destroy, { params: { id }, version })
    templatesChanged()
    notify({ type: 'success', title: words.thanks, message: words.wasPutBack })
    close()
  }
  return (
    <div className={classes['actions']}>
      <Button variant="default" disabled={busy} onClick={() => void during(sendTest, words.testFailed)}>
        {words.sendTest}
      </Button>
      {template.text !== null && (
        <Button variant="default" disabled={busy} onClick={() => void during(putBack, words.putBackFailed)}>
          {words.putBack}
        </Button>
      )}
    </div>
  )
}

const Names = ({ template }: { template: MessageTemplate }) => (
  <section className={classes['names']} aria-label={words.names}>
    <h3>{words.names}</h3>
    <ul>
      {placeholders[template.event].map((name) => (
        <li key={name}>
          <code>{`{{${name}}}`}</code>
        </li>
      ))}
    </ul>
    <p>{words.namesNote}</p>
  </section>
)
