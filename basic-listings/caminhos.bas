# girafa: name="caminhos"
10 REM CAMINHOS NUM GRAFO, cujas ligacoes se percorrem nos dois sentidos
20 REM Os nos sao as letras A a Z. A ligacao k une u(k) a w(k). s(1 TO d) o caminho; j() a ultima ligacao tentada em cada no dele
30 REM x() 0 livre, 1 no caminho, 2 ja' visto sem exito
40 DIM u(60): DIM w(60): DIM s(27): DIM j(27): LET ops=0
50 PRINT "CAMINHOS NUM GRAFO"''
60 LET q$="O GRAFO DO TEXTO (S/N)? ": GO SUB 9100
70 IF a$="S" THEN FOR i=1 TO 4: READ b$: LET u(i)=CODE b$-64: LET w(i)=CODE b$(2)-64: PRINT b$;" ";: NEXT i: LET ops=4: PRINT
80 IF a$="N" THEN GO SUB 200
90 IF a$<>"S" AND a$<>"N" THEN GO TO 60
100 DATA "AB","BC","AC","AD"
110 REM UMA PERGUNTA
120 LET q$="DE, PARA (AC) OU FIM? ": GO SUB 9100: IF a$="FIM" THEN STOP
130 GO SUB 300: IF NOT certo THEN PRINT "NAO SERVE: ";a$: GO TO 120
140 PRINT '"DE ";a$(1);" PARA ";a$(2)
150 LET todos=0: GO SUB 1000: IF total=0 THEN PRINT "NAO HA' CAMINHO: ( )"
160 GO SUB 1200: IF total=0 THEN GO TO 110
170 LET q$="TODOS OS CAMINHOS (S/N)? ": GO SUB 9100: IF a$="N" THEN GO TO 110
180 IF a$<>"S" THEN GO TO 170
190 LET todos=1: GO SUB 1000: PRINT "SAO ";total: GO TO 110
200 REM UM GRAFO NOVO
210 LET q$="LIGACAO (AB) OU FIM? ": GO SUB 9100
220 IF a$="FIM" THEN IF ops THEN LET a$="N": RETURN
230 GO SUB 300: IF certo THEN LET certo=(r1<>r2)
240 IF NOT certo THEN PRINT "NAO SERVE: ";a$: GO TO 210
250 FOR k=1 TO ops: IF u(k)=r1 AND w(k)=r2 OR u(k)=r2 AND w(k)=r1 THEN PRINT "JA' HA' ";a$: GO TO 210
260 NEXT k: LET ops=ops+1: LET u(ops)=r1: LET w(ops)=r2: PRINT "LIGACAO ";a$: IF ops<60 THEN GO TO 210
270 LET a$="N": RETURN
300 REM CERTO? Duas letras, r1 e r2
310 LET certo=0: IF LEN a$<>2 THEN RETURN
320 LET r1=CODE a$-64: LET r2=CODE a$(2)-64: LET certo=(r1>0 AND r1<27 AND r2>0 AND r2<27): RETURN
1000 REM PROCURA de r1 a r2, sempre em frente por ligacoes a nos livres, e para tras quando as nao ha'
1010 REM todos=0: o primeiro caminho; um no sem saida nao volta a ser tentado. todos=1: todos os caminhos sem nos repetidos
1020 DIM x(26): LET d=0: LET t=r1: LET total=0
1030 LET d=d+1: LET s(d)=t: LET j(d)=0: LET x(t)=1: IF t<>r2 THEN GO TO 1060
1040 LET total=total+1: PRINT "CAMINHO ";: GO SUB 1100: IF NOT todos THEN RETURN
1050 GO TO 1090
1060 LET j(d)=j(d)+1: LET k=j(d): IF k>ops THEN GO TO 1090
1070 LET t=w(k)*(u(k)=s(d))+u(k)*(w(k)=s(d)): IF t THEN IF x(t)=0 THEN GO TO 1030
1080 GO TO 1060
1090 LET x(s(d))=2-2*todos: LET d=d-1: IF d THEN GO TO 1060
1095 RETURN
1100 REM MOSTRA o caminho do no numero i=1 (ou o ciclo, de outro) ate' d
1110 LET i=1
1120 POKE 23692,255: FOR i=i TO d: PRINT CHR$ (s(i)+64);" ";: NEXT i: PRINT : RETURN
1200 REM A DEFINICAO CRITICADA: a ligacao so' do primeiro no para o segundo, e sem lembrar por onde passou
1210 DIM x(26): LET d=0: LET t=r1: PRINT "A DEFINICAO CRITICADA ";
1220 LET d=d+1: LET s(d)=t: LET j(d)=0: LET x(t)=1: IF t=r2 THEN PRINT "ACHA-O": RETURN
1230 LET j(d)=j(d)+1: LET k=j(d): IF k>ops THEN GO TO 1270
1240 IF u(k)<>s(d) THEN GO TO 1230
1250 LET t=w(k): IF x(t)=0 THEN GO TO 1220
1260 IF x(t)=1 THEN GO TO 1290
1265 GO TO 1230
1270 LET x(s(d))=2: LET d=d-1: IF d THEN GO TO 1230
1280 PRINT "NAO ACHA": RETURN
1290 PRINT "NAO ACABA": PRINT "ANDA 'A RODA EM ";: LET i=0
1300 LET i=i+1: IF s(i)<>t THEN GO TO 1300
1310 GO TO 1120
9100 REM PERGUNTA q$: um texto a$, passado a maiusculas
9110 POKE 23692,255: INPUT (q$); LINE a$
9120 FOR i=1 TO LEN a$: IF a$(i)>="a" AND a$(i)<="z" THEN LET a$(i)=CHR$ (CODE a$(i)-32)
9130 NEXT i: RETURN
