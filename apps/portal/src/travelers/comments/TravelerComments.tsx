import { api, type TravelerComment } from '@ambit/contract'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { removeRecord } from '../../api/remove-record.ts'
import { useMasks } from '../../auth/masks.ts'
import { useCan } from '../../auth/permissions.ts'
import { staleRecordOf } from '../../form/conflict.ts'
import { notify } from '../../notifications/notify.tsx'
import { useFormat } from '../../settings/format.ts'
import { RemoveButton } from '../../table/RemoveButton.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MaskedValue } from '../../records/MaskedValue.tsx'
import { TRAVELER_UPDATE } from '../../records/travelers.ts'
import shared from '../travelers.module.css'
import classes from './TravelerComments.module.css'
import { CommentForm } from './CommentForm.tsx'
import { commentSaved, commentsChanged, commentsQuery } from './queries.ts'
import { commentStrings as words } from './strings.ts'

/** What staff wrote about a passenger, the newest first, below the place to write the next. */
export const TravelerComments = ({ travelerId }: { travelerId: number }) => {
  const writing = useCan()(TRAVELER_UPDATE)
  const create = async (comment: string): Promise<void> => {
    await client.call(api.travelerComments.create, { body: { comment, traveler_id: travelerId } })
    commentsChanged()
    notify({ type: 'success', title: words.thanks, message: words.created })
  }
  return (
    <>
      {writing && <CommentForm button={words.add} onSubmit={create} />}
      <CommentList travelerId={travelerId} />
    </>
  )
}

const CommentList = ({ travelerId }: { travelerId: number }) => {
  const comments = useInfiniteQuery(commentsQuery(travelerId))
  if (comments.isPending) return <Skeleton h={80} />
  if (comments.data === undefined) return <ErrorState error={comments.error} onRetry={() => void comments.refetch()} />
  const all = comments.data.pages.flatMap((page) => page.data)
  if (all.length === 0) return <EmptyState title={words.none} />
  return (
    <>
      <ul className={shared['entries']} aria-label={words.list}>
        {all.map((comment) => (
          <Comment key={comment.id} comment={comment} />
        ))}
      </ul>
      {comments.hasNextPage && (
        <Button variant="default" loading={comments.isFetchingNextPage} onClick={() => void comments.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}

/** The version that is being replaced; `theirs`: what somebody else made of it meanwhile. */
type Edited = { version: number; theirs: string | null }

const Comment = ({ comment }: { comment: TravelerComment }) => {
  const [edited, setEdited] = useState<Edited | null>(null)
  const format = useFormat()
  const writing = useCan()(TRAVELER_UPDATE)
  const masked = useMasks().has('care')
  const author = comment.created_by_name ?? words.formerColleague
  const update = async (text: string): Promise<void> => {
    const { id, traveler_id } = comment
    try {
      const { data } = await client.call(api.travelerComments.update, {
        params: { id },
        body: { comment: text, id, traveler_id },
        version: edited?.version,
      })
      commentSaved(data)
    } catch (error) {
      const stale = staleRecordOf(error)
      if (stale !== null) setEdited({ version: stale.version, theirs: String(stale.current['comment']) })
      throw error
    } finally {
      // Another user's change may be the reason: the current comment is loaded, what was typed stays.
      commentsChanged()
    }
    setEdited(null)
    notify({ type: 'success', title: words.thanks, message: words.updated })
  }
  return (
    <li className={shared['entry']}>
      <div className={shared['entryHead']}>
        <strong>{author}</strong>
        <time dateTime={comment.created_at}>{format.dateTime(comment.created_at)}</time>
        {comment.version > 1 && <span>{words.edited(format.dateTime(comment.updated_at))}</span>}
        {writing && edited === null && (
          <span className={shared['entryButtons']}>
            <ActionIcon
              size="sm"
              aria-label={words.edit(author)}
              onClick={() => setEdited({ version: comment.version, theirs: null })}
            >
              <IconPencil size={15} />
            </ActionIcon>
            <RemoveComment comment={comment} author={author} />
          </span>
        )}
      </div>
      {edited !== null ? (
        <>
          {edited.theirs !== null && (
            <ToneAlert tone="warning" mb={8}>
              {words.theirs}
              <p className={classes['entryText']}>{edited.theirs}</p>
            </ToneAlert>
          )}
          <CommentForm
            before={comment.comment}
            button={words.save}
            onSubmit={update}
            onCancel={() => setEdited(null)}
          />
        </>
      ) : (
        <p className={classes['entryText']}>
          {masked ? (
            <MaskedValue
              kind="traveler_comments"
              id={comment.id}
              field="comment"
              label={words.of(author)}
              mask={comment.comment}
            />
          ) : (
            comment.comment
          )}
        </p>
      )}
    </li>
  )
}

const RemoveComment = ({ comment: { id, version }, author }: { comment: TravelerComment; author: string }) => {
  const remove = async (): Promise<void> => {
    await removeRecord({
      asked: client.call(api.travelerComments.destroy, { params: { id }, version }),
      name: '',
      words,
      changed: commentsChanged,
    })
  }
  return (
    <RemoveButton
      label={words.remove(author)}
      question={{ title: words.removeTitle, text: words.removeText, button: words.removeButton }}
      run={remove}
    />
  )
}
