import type { Consultation } from './consultation.ts';

export const PHYSIOTHERAPY: readonly Consultation[] = [
  {
    reason: 'Evaluación kinésica: lumbago mecánico',
    anamnesis:
      'Dolor lumbar de tres semanas, EVA 6/10, aumenta al estar sentado más de una hora. Trabaja en oficina. Sin banderas rojas.\n\nFlexión de tronco limitada (dedos a 30 cm del suelo). Debilidad de transverso abdominal y glúteo medio.',
    diagnoses: ['M54.5'],
    plan: 'Diez sesiones, dos por semana: movilización, control motor y educación en dolor.\nEjercicios en casa: puente, perro-pájaro y caminata de 20 minutos.',
  },
  {
    reason: 'Rehabilitación de esguince de tobillo',
    anamnesis:
      'Esguince de tobillo derecho de dos semanas jugando fútbol. Radiografía sin fractura. Dolor 3/10 al apoyar. Edema leve.\n\nDorsiflexión 10°, cajón anterior negativo. Equilibrio unipodal de 8 segundos.',
    diagnoses: ['S93.4'],
    plan: 'Propiocepción en superficie inestable y fortalecimiento de peroneos con banda.\nHielo 15 minutos después de entrenar. Sin fútbol por tres semanas.',
    ages: [12, 60],
  },
  {
    reason: 'Sesión de hombro doloroso',
    anamnesis:
      'Tercera sesión. Dolor nocturno en disminución (EVA 4/10). Logra peinarse sin molestias.\n\nFlexión activa 140°, rotación externa 40°. Arco doloroso entre 70° y 110°.',
    diagnoses: ['M75.1'],
    plan: 'Movilización glenohumeral, ejercicios isométricos de manguito y control escapular.\nPéndulos dos veces al día.',
    ages: [30, 90],
  },
  {
    reason: 'Rehabilitación después de prótesis de rodilla',
    anamnesis:
      'Seis semanas desde la prótesis total de rodilla izquierda. Camina con un bastón. Herida sana.\n\nFlexión 95°, extensión -5°. Cuádriceps M4. Prueba de levantarse y caminar: 14 segundos.',
    diagnoses: ['Z96.6', 'M17.1'],
    plan: 'Fortalecimiento de cuádriceps en cadena cerrada, bicicleta sin carga por 10 minutos y reeducación de marcha.\nMeta: flexión de 110° en cuatro semanas.',
    ages: [55, 95],
  },
  {
    reason: 'Cervicalgia por trabajo con computador',
    anamnesis:
      'Dolor cervical y de trapecios hace dos meses, con cefalea al final del día. Pantalla bajo la altura de los ojos.\n\nRotación derecha limitada. Puntos dolorosos en trapecio superior. Sin síntomas neurológicos.',
    diagnoses: ['M54.2'],
    plan: 'Terapia manual, ejercicios de flexores profundos y pausas activas cada 50 minutos.\nElevar la pantalla 10 cm.',
  },
  {
    reason: 'Kinesiología respiratoria',
    anamnesis:
      'Tos productiva posterior a bronquitis. Afebril. SatO₂ 96 %.\n\nRoncus escasos en bases. Capacidad inspiratoria disminuida.',
    diagnoses: ['J20.9'],
    plan: 'Técnicas de higiene bronquial, ejercicios respiratorios y aumento de líquidos.\nTres sesiones en días alternos.',
    ages: [2, 95],
  },
];
