import { Button, useToasts } from '../../src/kit/index.ts'
import { Specimen, useLocalText } from '../story.tsx'

export function ToastSpecimen() {
  const localized = useLocalText()
  const toasts = useToasts()
  return (
    <Specimen title="Toasts">
      <Button
        onClick={() =>
          toasts.show({
            title: <>{localized('Chat deleted', '对话已删除')}</>,
            action: {
              label: <>{localized('Undo', '撤销')}</>,
              onSelect: () =>
                toasts.show({
                  title: <>{localized('Chat restored', '对话已恢复')}</>,
                  tone: 'success',
                }),
            },
          })
        }
      >
        {localized('With undo', '可撤销')}
      </Button>
      <Button
        onClick={() => toasts.show({ title: <>{localized('Saved', '已保存')}</>, tone: 'success' })}
      >
        {localized('Success', '成功')}
      </Button>
      <Button
        onClick={() =>
          toasts.show({
            tone: 'danger',
            title: <>{localized('filesystem stopped', 'filesystem 已停止')}</>,
            description: (
              <>
                {localized(
                  'It exited with code 1 after 3 s. Its last lines are in Logs.',
                  '它在 3 秒后以代码 1 退出，最后的输出在日志中。',
                )}
              </>
            ),
          })
        }
      >
        {localized('Failure', '失败')}
      </Button>
    </Specimen>
  )
}
