# girafa: name="agenda"
10 REM AGENDA: nomes e telefones, guardados na fita
20 LET m=20: DIM n$(m,16): DIM t$(m,10): LET q=0
30 PRINT "1 novo  2 lista  3 procura": PRINT "4 guarda  5 carrega  6 fim"
40 INPUT "Opcao? ";o: IF o<1 OR o>6 OR o<>INT o THEN GO TO 40
50 GO SUB 100*o: IF o<>6 THEN GO TO 40
60 STOP
100 REM novo
110 IF q=m THEN PRINT "A agenda esta' cheia": RETURN
120 INPUT "Nome? "; LINE a$: IF a$="" THEN RETURN
130 INPUT "Telefone? "; LINE b$
140 LET q=q+1: LET n$(q)=a$: LET t$(q)=b$
150 PRINT q;" ";a$: RETURN
200 REM lista
210 IF q=0 THEN PRINT "Nao ha' nomes": RETURN
220 FOR i=1 TO q: PRINT n$(i);TAB 18;t$(i): NEXT i: RETURN
300 REM procura
310 INPUT "Quem? "; LINE a$: LET c=LEN a$: LET e=0
320 IF c=0 OR c>16 THEN RETURN
330 FOR i=1 TO q: IF n$(i, TO c)=a$ THEN PRINT n$(i);TAB 18;t$(i): LET e=1
340 NEXT i: IF NOT e THEN PRINT "Ninguem com ";a$
350 RETURN
400 REM guarda: o primeiro nome leva a conta
410 DIM c(1): LET c(1)=q
420 SAVE "conta" DATA c(): SAVE "nomes" DATA n$(): SAVE "telefones" DATA t$()
430 PRINT "Guardados: ";q: RETURN
500 REM carrega
510 LOAD "conta" DATA c(): LOAD "nomes" DATA n$(): LOAD "telefones" DATA t$()
520 LET q=c(1): CLS : PRINT "Carregados: ";q: RETURN
600 PRINT "Ate' logo": RETURN
