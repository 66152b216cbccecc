import { z } from 'zod';

// By default zod tries whether it may compile code, which the content policy forbids and the browser reports. Imported
// before every schema, because a schema tries it when it is made.
z.config({ jitless: true });
