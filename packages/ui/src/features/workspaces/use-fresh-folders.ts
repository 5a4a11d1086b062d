import { useEffect } from 'react'
import { useWorkspaces } from '../../lib/queries/index.ts'

/** Looks at the folders anew when the screen is opened and when the person comes back to the window. */
export function useFreshFolders(): void {
  const { refetch } = useWorkspaces()
  useEffect(() => {
    const look = (): void => void refetch()
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
}
