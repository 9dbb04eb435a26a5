import { writtenChannels, messageEvents, messageLanguages, type MessageTemplate } from '@ambit/contract'
import { Select, UnstyledButton } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { messageChannelWords, messageEventWords, messageLanguageWords } from '../records/messages.ts'
import { regionOptions } from '../records/regions.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import { WRITE } from './keys.ts'
import { MessagesTabs } from './MessagesTabs.tsx'
import { templateRef } from './template-form.ts'
import { templatesQuery } from './template-queries.ts'
import { templateStrings as words } from './template-strings.ts'
import classes from './templates.module.css'

/** Which texts a region's passengers read, and which of them are its own. */
const TemplatesPage = () => {
  const [scope, setScope] = useScope()
  const regions = useQuery(regionOptions)
  const region = scope.region ?? regions.data?.[0]?.id ?? null
  const templates = useQuery({ ...templatesQuery(region ?? 0), enabled: region !== null })
  return (
    <TabbedPage header={<PageHeader crumb={words.templates} />} tabs={<MessagesTabs current="/Messages/Templates" />}>
      <p className={classes['intro']}>{words.intro}</p>
      {regions.data?.length === 0 && <EmptyState icon={IconMap} title={words.noRegion} reason={words.noRegionReason} />}
      {region !== null && (
        <Select
          className={classes['region']}
          label={words.region}
          searchable
          allowDeselect={false}
          data={(regions.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(region)}
          onChange={(id) => setScope({ region: Number(id), zone: [] })}
        />
      )}
      {templates.isError && templates.data === undefined && (
        <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
      )}
      {templates.data !== undefined && <TemplateTable templates={templates.data} />}
    </TabbedPage>
  )
}
export default TemplatesPage

const TemplateTable = ({ templates }: { templates: readonly MessageTemplate[] }) => (
  <section className="card" aria-label={words.templates}>
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label={words.templates}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {words.event}
            </th>
            {messageLanguages.map((language) => (
              <th key={language} scope="colgroup" colSpan={writtenChannels.length}>
                {messageLanguageWords[language]}
              </th>
            ))}
          </tr>
          <tr>
            {messageLanguages.flatMap((language) =>
              writtenChannels.map((channel) => (
                <th key={`${language} ${channel}`} scope="col">
                  {messageChannelWords[channel]}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {messageEvents.map((event) => (
            <tr key={event}>
              <th scope="row">{messageEventWords[event]}</th>
              {templates
                .filter((one) => one.event === event)
                .map((template) => (
                  <td key={templateRef(template)}>
                    <TemplateLink template={template} />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const TemplateLink = ({ template }: { template: MessageTemplate }) => {
  const open = useOpenDialog()
  const can = useCan()
  const own = template.text !== null
  return (
    <UnstyledButton
      className={own ? `text-link ${classes['own']}` : 'text-link'}
      aria-label={words.open(nameOf(template), own)}
      onClick={() => open('MessageTemplateDialog', can(WRITE) ? 'edit' : 'view', templateRef(template))}
    >
      {own ? words.own : words.product}
    </UnstyledButton>
  )
}

const nameOf = ({ event, channel, language }: MessageTemplate): string =>
  [messageEventWords[event], messageChannelWords[channel], messageLanguageWords[language]].join(', ')
