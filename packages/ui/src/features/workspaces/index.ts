export { NewWorkspace } from './new-workspace.tsx'
export { WorkspaceList } from './workspace-list.tsx'
export { WorkspaceScreen } from './workspace-screen.tsx'
