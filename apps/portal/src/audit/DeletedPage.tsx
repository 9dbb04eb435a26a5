import { AuditList } from './AuditList.tsx'

const DeletedPage = () => <AuditList tab="deleted" />
export default DeletedPage
