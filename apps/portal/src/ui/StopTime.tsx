import type { Format } from '../settings/create-format.ts'
import { uiStrings } from './strings.ts'

/** A time of a stop; its date is in the hint, `N/A` stands for one that is not known. */
export const StopTime = ({ label, at, format }: { label: string; at: string | null; format: Format }) => (
  <div>
    <dt>{label}</dt>
    <dd className="numbers">
      {at === null ? (
        uiStrings.missing
      ) : (
        <time dateTime={at} title={format.dateTime(at)}>
          {format.time(at)}
        </time>
      )}
    </dd>
  </div>
)
