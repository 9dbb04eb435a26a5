import type { ZoneSolution } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { replanCauseWords, zoneSolutionRecords } from '../records/zone-solutions.ts'
import { DASH, type Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { Link } from '../url/link.tsx'
import { distanceText, emptyText, hoursText } from './figures.ts'
import { solutionStrings as words } from './strings.ts'
import classes from './zone-solutions.module.css'

/** The state of one zone's plan. */
const ZoneSolutionDialog = () => {
  const { id } = useDialog()
  return (
    <Loaded query={useQuery(zoneSolutionRecords.one(Number(id)))} title={words.one}>
      {(solution) => (
        <DialogFrame title={solution.zone_name} id={words.one}>
          <State solution={solution} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default ZoneSolutionDialog

const State = ({ solution }: { solution: ZoneSolution }) => {
  const can = useCan()
  const format = useFormat(solution.time_zone)
  return (
    <>
      <dl className={classes['facts']} aria-label={words.details}>
        {factsOf(solution, format).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numbers">{text}</dd>
          </div>
        ))}
      </dl>
      {can('VehicleMonitoring:monitoring:canRead') && (
        <Link
          to={`/VehicleMonitoring/region/${solution.region_id}`}
          search={{ zone: String(solution.zone_id) }}
          className="text-link"
        >
          {words.monitor}
        </Link>
      )}
    </>
  )
}

const factsOf = (solution: ZoneSolution, format: Format): [string, string][] => {
  const { columns } = words
  const { replanned_at, replanned_by } = solution
  return [
    [columns.plan_version, format.number(solution.plan_version)],
    [columns.replanned_at, replanned_at === null ? words.never : format.dateTime(replanned_at)],
    [columns.replanned_by, replanned_by === null ? DASH : replanCauseWords[replanned_by]],
    [columns.trip_count, format.number(solution.trip_count)],
    [columns.booking_count, format.number(solution.booking_count)],
    [columns.unassigned_count, format.number(solution.unassigned_count)],
    [columns.vehicle_s, hoursText(solution.vehicle_s, format)],
    [columns.driving_s, hoursText(solution.driving_s, format)],
    [columns.distance_m, distanceText(solution.distance_m, format)],
    [columns.empty_m, emptyText(solution, format)],
  ]
}
