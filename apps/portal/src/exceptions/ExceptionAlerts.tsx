import type { ServiceException } from '@ambit/contract'
import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExceptionHead } from '../records/exceptions/ExceptionFacts.tsx'
import { exceptionsQuery, isPressing, within } from '../records/exceptions/queries.ts'
import { sentenceOf } from '../records/exceptions/sentence.ts'
import shared from '../records/exceptions/exceptions.module.css'
import { useFormat } from '../settings/format.ts'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { useScope } from '../url/scope.ts'
import classes from './inbox.module.css'
import { Interrupter } from './Interrupter.tsx'
import { inboxStrings as words } from './strings.ts'

const FIRST = 5
const MOST = 9
const none: readonly ServiceException[] = []

/** How many urgent and soon ones are open in the chosen region and zones; opens the first of them. */
const ExceptionAlerts = () => {
  const [{ region, zone }] = useScope()
  const { data } = useQuery(exceptionsQuery)
  const [opened, popover] = useDisclosure()
  const rows = within(data?.data ?? none, region, zone)
  const pressing = rows.filter(isPressing)
  const count = pressing.length
  return (
    <>
      <Indicator label={count > MOST ? `${MOST}+` : String(count)} size={16} disabled={count === 0} offset={4}>
        <Popover width={380} position="bottom-end" opened={opened} onChange={popover.set} trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              size={34}
              variant="default"
              aria-label={count === 0 ? words.alerts : `${words.alerts}, ${words.waiting(count)}`}
              onClick={popover.toggle}
            >
              <IconAlertTriangle size={18} stroke={1.6} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown role="dialog">
            {rows.length === 0 && <p>{words.none}</p>}
            <ol className={classes['log']}>
              {rows.slice(0, FIRST).map((row) => (
                <Short key={row.id} exception={row} onOpen={popover.close} />
              ))}
            </ol>
            <Link to="/Exceptions/inbox" search={scopedSearch} className="text-link" onClick={popover.close}>
              {words.all}
            </Link>
          </Popover.Dropdown>
        </Popover>
      </Indicator>
      {data !== undefined && <Interrupter rows={rows} all={data.data} />}
    </>
  )
}
export default ExceptionAlerts

const Short = ({ exception, onOpen }: { exception: ServiceException; onOpen: () => void }) => {
  const format = useFormat(exception.time_zone ?? undefined)
  return (
    <li>
      <ExceptionHead exception={exception} />
      <Link
        to={`/Exceptions/inbox/${exception.id}`}
        search={scopedSearch}
        className={shared['sentence']}
        onClick={onOpen}
      >
        {sentenceOf(exception, format)}
      </Link>
    </li>
  )
}
