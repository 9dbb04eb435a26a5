import { Button, Checkbox, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormat } from '../../../settings/format.ts'
import { useDesign } from '../design/design-session.ts'
import { OnMap } from '../design/OnMap.tsx'
import { coverageQuery } from './queries.ts'
import { Section } from './Section.tsx'
import classes from './Coverage.module.css'
import { stopStrings } from './strings.ts'
import { UncoveredLayer } from './UncoveredLayer.tsx'

const words = stopStrings.coverage
/** Asked again when the drafts have been left alone for so long. */
const SETTLE_MS = 800

/** Which share of the addresses has a stop within reach on foot, as the zone is drafted. */
export const Coverage = () => {
  const format = useFormat()
  const { service_areas: areas, zone_stops: stops } = useDesign()
  const [ground] = useDebouncedValue(
    useMemo(() => ({ areas, stops }), [areas, stops]),
    SETTLE_MS,
  )
  const coverage = useQuery({ ...coverageQuery(ground), placeholderData: keepPreviousData })
  const [shown, show] = useState(false)
  const { data } = coverage
  const share = (addresses: number): string =>
    data === undefined || data.addresses === 0 ? format.percentage(0) : format.percentage(addresses / data.addresses, 1)
  const middle = data?.within[1]
  return (
    <Section
      title={words.title}
      brief={
        coverage.isFetching ? (
          <Loader size={14} aria-label={words.loading} />
        ) : middle === undefined ? null : (
          `${share(middle.addresses)} ${words.within(format.number(middle.distance_m))}`
        )
      }
    >
      {shown && data !== undefined && (
        <OnMap name="coverage">
          <UncoveredLayer points={data.uncovered} />
        </OnMap>
      )}
      {areas.length === 0 && <p>{words.noArea}</p>}
      {areas.length > 0 && coverage.isError && (
        <p role="alert">
          {words.failed}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void coverage.refetch()}>
            {words.retry}
          </Button>
        </p>
      )}
      {areas.length > 0 && data !== undefined && (
        <>
          <p>{words.of(format.number(data.addresses))}</p>
          <dl className={classes['meters']}>
            {data.within.map(({ distance_m, addresses }) => (
              <Meter
                key={distance_m}
                label={words.within(format.number(distance_m))}
                share={data.addresses === 0 ? 0 : addresses / data.addresses}
                text={words.share(share(addresses), format.number(addresses))}
              />
            ))}
          </dl>
          <Checkbox label={words.show} checked={shown} onChange={(event) => show(event.currentTarget.checked)} />
        </>
      )}
    </Section>
  )
}

const Meter = ({ label, share, text }: { label: string; share: number; text: string }) => (
  <>
    <dt>{label}</dt>
    <dd className={classes['meter']} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </dd>
    <dd className="numbers">{text}</dd>
  </>
)
