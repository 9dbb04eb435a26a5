import { hangingKinds, type TravelerMergePreview } from '@ambit/contract'
import { hangingWords, mergeStrings as words } from './strings.ts'
import classes from './merge.module.css'

type Props = { kept: number; other: number; preview: TravelerMergePreview }

/** How much hangs on each of the two, without what hangs on neither. */
export const Hanging = ({ kept, other, preview }: Props) => (
  <table className={classes['table']}>
    <caption>{words.hanging}</caption>
    <thead>
      <tr>
        <th scope="col">{words.what}</th>
        <th scope="col">{words.kept(kept)}</th>
        <th scope="col">{words.merged(other)}</th>
      </tr>
    </thead>
    <tbody>
      {hangingKinds
        .filter((kind) => preview.kept[kind] + preview.merged[kind] > 0)
        .map((kind) => (
          <tr key={kind}>
            <th scope="row">{hangingWords[kind]}</th>
            <td className="numbers">{preview.kept[kind]}</td>
            <td className="numbers">{preview.merged[kind]}</td>
          </tr>
        ))}
    </tbody>
  </table>
)
