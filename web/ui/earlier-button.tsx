import { Button } from '#web/ui/button.tsx';

interface Props {
  isLoading: boolean;
  onPress: () => void;
  /** Where the entries are not only earlier ones. */
  label?: string;
}

/** Loads the next page of a list whose newest entries come first. Not disabled meanwhile: it would lose the focus. */
export const EarlierButton = ({ isLoading, onPress, label = 'Ver anteriores' }: Props) => (
  <Button
    look="secondary"
    aria-disabled={isLoading}
    onClick={() => {
      if (!isLoading) onPress();
    }}
    className="mt-4 aria-disabled:cursor-not-allowed"
  >
    {isLoading ? 'Cargando...' : label}
  </Button>
);
