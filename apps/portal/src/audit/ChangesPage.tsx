import { AuditList } from './AuditList.tsx'

const ChangesPage = () => <AuditList tab="changes" />
export default ChangesPage
