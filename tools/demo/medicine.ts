import type { Consultation } from './consultation.ts';
import { PRESCRIPTIONS } from './prescriptions.ts';

export const HYPERTENSION: Consultation = {
  reason: 'Control de hipertensión arterial',
  anamnesis:
    'Asiste a control de presión. Toma sus medicamentos a diario. Sin cefalea, dolor torácico ni disnea. Registro domiciliario con promedio de 136/84 mmHg.\n\nPA 138/86 mmHg, FC 74 lpm, peso 78 kg. Ruidos cardíacos rítmicos, sin edema de extremidades.',
  measurements: { weightKg: 78, systolic: 138, diastolic: 86, pulse: 74 },
  diagnoses: ['I10'],
  plan: 'Dieta con menos sal y caminata de 30 minutos, cinco días a la semana.\nControl de presión en domicilio dos veces por semana.\nExámenes: creatinina, electrolitos, perfil lipídico y orina completa.\nControl en tres meses.',
  prescriptions: [PRESCRIPTIONS.losartan, PRESCRIPTIONS.amlodipine],
  ages: [40, 120],
};

export const DIABETES: Consultation = {
  reason: 'Control de diabetes tipo 2',
  anamnesis:
    'Glicemias capilares en ayunas entre 118 y 142 mg/dl. Sin hipoglicemias. Camina tres veces por semana. HbA1c de este mes: 7,1 %.\n\nIMC 29,4. Pies sin lesiones, pulsos presentes, sensibilidad conservada con monofilamento.',
  measurements: { glucose: 128, waistCm: 98 },
  diagnoses: ['E11.9', 'E78.5'],
  plan: 'Mantener metformina. Reforzar colaciones y reducir pan y jugos.\nFondo de ojo anual pendiente: se entrega orden.\nControl con HbA1c en tres meses.',
  prescriptions: [PRESCRIPTIONS.metformin, PRESCRIPTIONS.atorvastatin],
  ages: [38, 120],
};

export const MEDICINE: readonly Consultation[] = [
  HYPERTENSION,
  DIABETES,
  {
    reason: 'Tos y dolor de garganta de tres días',
    anamnesis:
      'Cuadro de tres días de odinofagia, rinorrea y tos seca. Fiebre hasta 38,1 °C el primer día. Sin disnea.\n\nFaringe congestiva sin exudado. Murmullo pulmonar presente, sin ruidos agregados. SatO₂ 98 %.',
    diagnoses: ['J06.9'],
    plan: 'Reposo relativo, abundante líquido e higiene de manos.\nConsultar en urgencia si hay dificultad para respirar o fiebre por más de tres días.',
    prescriptions: [PRESCRIPTIONS.paracetamol],
    ages: [12, 75],
  },
  {
    reason: 'Control sano de niño',
    anamnesis:
      'Niño en buen estado general. Duerme bien, asiste a jardín. Vacunas al día según el Programa Nacional de Inmunizaciones.\n\nPeso y talla en rango normal para la edad. Desarrollo psicomotor acorde. Examen físico sin hallazgos.',
    diagnoses: ['Z00.1'],
    plan: 'Alimentación variada, sin bebidas azucaradas. Menos de una hora diaria de pantallas.\nControl dental.\nPróximo control en seis meses.',
    ages: [0, 9],
  },
  {
    reason: 'Dolor lumbar tras esfuerzo',
    anamnesis:
      'Dolor lumbar bajo de cuatro días, comenzó al levantar leña. EVA 6/10, sin irradiación a piernas, sin pérdida de fuerza ni alteración de esfínteres.\n\nContractura paravertebral. Lasègue negativo bilateral. Fuerza y reflejos normales.',
    diagnoses: ['M54.5'],
    plan: 'Calor local y mantenerse activo dentro de lo tolerable. Evitar cargas de más de 5 kg por dos semanas.\nDerivación a kinesiología, 10 sesiones.',
    prescriptions: [PRESCRIPTIONS.naproxen],
    ages: [18, 70],
  },
  {
    reason: 'Cansancio y ánimo bajo',
    anamnesis:
      'Dos meses de ánimo bajo, insomnio de conciliación y cansancio. Sobrecarga laboral. Sin ideación suicida. PHQ-9: 12 puntos.\n\nExamen físico sin hallazgos. TSH y hemograma normales del mes pasado.',
    diagnoses: ['F32.1'],
    plan: 'Psicoeducación e higiene del sueño. Derivación a psicología.\nSe conversa red de apoyo y cuándo consultar de urgencia.\nControl en cuatro semanas.',
    prescriptions: [PRESCRIPTIONS.sertraline],
    ages: [18, 65],
  },
  {
    reason: 'Molestias al orinar',
    anamnesis:
      'Disuria y polaquiuria de dos días, sin fiebre ni dolor lumbar. Sin flujo vaginal. No está embarazada.\n\nAbdomen blando, puñopercusión lumbar negativa. T° 36,7 °C.',
    diagnoses: ['N39.0'],
    plan: 'Abundante agua. Urocultivo antes de iniciar el tratamiento.\nConsultar si hay fiebre, dolor lumbar o vómitos.',
    prescriptions: [PRESCRIPTIONS.nitrofurantoin],
    ages: [18, 70],
    sex: 'femenino',
  },
  {
    reason: 'Control de hipotiroidismo',
    anamnesis:
      'Sin síntomas de hipo ni hipertiroidismo. Toma levotiroxina en ayunas. TSH 2,4 µUI/ml, T4 libre normal.\n\nTiroides no palpable. FC 70 lpm, peso estable.',
    diagnoses: ['E03.9'],
    plan: 'Mantener la dosis. TSH en seis meses.',
    prescriptions: [PRESCRIPTIONS.levothyroxine],
    ages: [25, 120],
  },
  {
    reason: 'Crisis de asma leve',
    anamnesis:
      'Tos nocturna y sibilancias desde hace cinco días tras un resfrío. Usa salbutamol cuatro veces al día. Sin fiebre.\n\nSatO₂ 97 %. Sibilancias espiratorias aisladas. Habla frases completas.',
    diagnoses: ['J45.9'],
    plan: 'Se revisa técnica inhalatoria con aerocámara. Evitar humo de leña.\nControl en dos semanas, antes si aumenta la dificultad para respirar.',
    prescriptions: [PRESCRIPTIONS.budesonide],
    ages: [8, 50],
  },
  {
    reason: 'Examen preventivo del adulto',
    anamnesis:
      'Sin molestias. No fuma. Alcohol ocasional. Padre con infarto a los 58 años.\n\nPA 122/76 mmHg, IMC 26,1, circunferencia de cintura 92 cm. Examen físico normal.',
    diagnoses: ['Z00.0'],
    plan: 'Perfil lipídico, glicemia en ayunas y creatinina.\nActividad física de 150 minutos a la semana.',
    ages: [20, 64],
  },
];
