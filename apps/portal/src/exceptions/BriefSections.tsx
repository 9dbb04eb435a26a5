import type { Brief, BriefItem, BriefSection } from '@ambit/contract'
import { sectionNames } from '@ambit/domain'
import { Checkbox } from '@mantine/core'
import { type Clocks, sentenceOf } from '../records/exceptions/sentence.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { useFormat } from '../settings/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import classes from './handover.module.css'
import { datedSections, handoverStrings as words } from './handover-strings.ts'

type Props = {
  brief: Brief
  /** where it is ticked off: what was read, and how that changes */
  read?: { sections: ReadonlySet<BriefSection>; onToggle: (section: BriefSection) => void }
}

/** Its sections with what stands in each; those without anything are named at the end. */
export const BriefSections = ({ brief: { since, sections }, read }: Props) => {
  const format = useFormat()
  const told = sections.filter(({ items }) => items.length > 0)
  const empty = sections.filter(({ items }) => items.length === 0).map(({ section }) => sectionNames[section])
  return (
    <>
      <p className={classes['hint']}>{words.since(format.dateTime(since))}</p>
      {told.length === 0 && <p>{words.nothing}</p>}
      {told.map(({ section, total, items }) => (
        <section key={section} aria-label={sectionNames[section]} className={classes['section']}>
          <h3>
            {sectionNames[section]} ({total})
          </h3>
          <ul className={classes['list']}>
            {items.map((item) => (
              <li key={item.key}>
                <Line item={item} section={section} />
              </li>
            ))}
          </ul>
          {total > items.length && <p className={classes['hint']}>{words.more(total - items.length)}</p>}
          {read !== undefined && (
            <Checkbox
              label={words.read(sectionNames[section])}
              checked={read.sections.has(section)}
              onChange={() => read.onToggle(section)}
            />
          )}
        </section>
      ))}
      {empty.length > 0 && <p className={classes['hint']}>{words.empty(empty)}</p>}
    </>
  )
}

const Line = ({ item, section }: { item: BriefItem; section: BriefSection }) => {
  const format = useFormat(item.time_zone ?? item.exception?.time_zone ?? undefined)
  const time = datedSections.includes(section) ? format.dateTime : format.time
  const { exception, fresh, minutes, at, until, by, text, zone_name } = item
  const parts = [
    ...(exception === null ? [] : [exceptionStrings.severities[exception.severity]]),
    whatOf(item, format),
    ...(minutes === null ? [] : [words.late(minutes)]),
    ...(exception?.owner == null ? [] : [exceptionStrings.owner(exception.owner)]),
    ...(text === null || section === 'undone' ? [] : [text]),
    ...(by === null ? [] : [words.by(by)]),
    zone_name ?? exception?.zone_name,
    ...(at === null ? [] : [time(at)]),
    ...(until === null ? [] : [words.until(time(until))]),
  ]
  return (
    <>
      {fresh && (
        <>
          <StatusTag tone="info">{words.fresh}</StatusTag>{' '}
        </>
      )}
      {parts.filter((part) => part != null && part !== '').join(' · ')}
    </>
  )
}

/** What the line is about, by its record. */
const whatOf = (item: BriefItem, clocks: Clocks): string => {
  const { key, exception, traveler_name, service_request_id, vehicle_number, text } = item
  if (exception !== null) return sentenceOf(exception, clocks)
  if (service_request_id !== null)
    return [words.booking(service_request_id), traveler_name, vehicle_number].filter((part) => part !== null).join(', ')
  if (key.startsWith('no_vehicle:')) return words.noVehicle
  if (key.startsWith('no_driver:')) return words.noDriver
  if (key.startsWith('schedule:')) return words.schedule(vehicle_number)
  if (key.startsWith('action:')) return text ?? words.gone
  return vehicle_number ?? (text === null ? words.gone : '')
}
