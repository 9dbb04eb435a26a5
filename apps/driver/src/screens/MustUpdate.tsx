import { useDrive } from '../ui/drive.tsx'

/** In the place of signing on: the app is too old for it. What it holds is sent all the same. */
export const MustUpdate = () => {
  const { say } = useDrive()
  return (
    <>
      <p>{say('must_update')}</p>
      <button type="button" className="main" onClick={() => location.reload()}>
        {say('update_now')}
      </button>
    </>
  )
}
